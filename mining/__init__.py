"""Mined knowledge: from raw text to counts that rules can be weighed by.

The way of the text: files (:mod:`mining.corpus`) are cut into shards (:mod:`mining.manifest`); each shard is parsed and
gives records, kept as Parquet (:mod:`mining.mapper`, :mod:`mining.shards`); the records of all shards are counted
(:mod:`mining.reduce`) into an indexed store (:mod:`reasoner.mined_store`). Map and reduce run in processes or on Dask
(:mod:`mining.schedule`); :mod:`mining.run` is all of it. ``docs/mining.md`` says how to use it.
"""
