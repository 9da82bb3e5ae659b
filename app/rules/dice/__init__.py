"""Dice: notation to expression, expression to roll, roll to text, expression to exact odds."""
