"""What a deed of this system is done with."""

from app.rules.deeds import Occasion
from app.rules.systems.supers.options import SupersOptions
from app.rules.systems.supers.sheet import SupersSheet

SupersOccasion = Occasion[SupersSheet, SupersOptions]
