"""Whole tables under one seed: real `Table` objects, a virtual clock, and a network that loses, delays and cuts off."""
