"""Mined knowledge: from raw text to counts that rules can be weighed by.

The way of the text: files (:mod:`coindex.mining.text.corpus`) are cut into shards (:mod:`coindex.mining.counting.manifest`); each shard is parsed and
gives records, kept as Parquet (:mod:`coindex.mining.extracting.mapper`, :mod:`coindex.mining.extracting.shards`); the records of all shards are counted
(:mod:`coindex.mining.counting.reduce`) into an indexed store (:mod:`coindex.reasoner.evidence.store`). Map and reduce run in processes or on Dask
(:mod:`coindex.mining.counting.executor`); :mod:`coindex.mining.counting.run` is all of it. ``docs/mining.md`` says how to use it.
"""
