"""The steps of the rounds of a battle, one file for each."""
