"""Around the rounds: raids, rockets, air battles and what defenders do before; who lands after."""
