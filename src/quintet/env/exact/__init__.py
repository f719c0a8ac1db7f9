"""Exact values of states, and the regret of policies measured against them."""
