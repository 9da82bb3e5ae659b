"""What the rules say: pure, exact, and free of clock, chance, disk, database and HTTP."""
