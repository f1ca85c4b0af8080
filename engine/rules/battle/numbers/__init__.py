"""What battles and their odds share: units and options come in, numbers go out."""
