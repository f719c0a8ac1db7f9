"""Games as people play them over the network."""
