"""Programs of others that ours are measured against."""
