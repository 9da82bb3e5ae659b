"""What the service throws at most, and the check before a die is thrown."""

LONGEST_NOTATION = 512
DEEPEST = 32
