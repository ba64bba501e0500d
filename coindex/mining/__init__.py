"""Knowledge mined from raw text: counts that weigh in an answer.

A run cuts files (``text.corpus``) into shards (``counting.manifest``). Each shard is parsed into records, which are
kept as Parquet (``extracting.mapper``, ``extracting.shards``). The records of all shards are counted
(``counting.reduce``) into an indexed store (:mod:`coindex.reasoner.evidence.store`). Both steps run in processes or on
Dask (``counting.executor``); ``counting.run`` does a whole run. ``docs/statistics.md`` says how to use it.
"""
