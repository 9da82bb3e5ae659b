"""The Universal Table Top Adventure System: 3d6 against Dodge, Speed as a pool of actions, Health and Stamina."""
