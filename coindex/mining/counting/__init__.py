"""From shards to a store of counts: runs, their manifest, the reduce, whole stores."""
