"""What goes out by mail to the other players, and what comes in from them."""
