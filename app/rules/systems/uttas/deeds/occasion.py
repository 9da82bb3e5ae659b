"""What a deed of this system is done with."""

from app.rules.deeds import Occasion
from app.rules.systems.uttas.options import UttasOptions
from app.rules.systems.uttas.sheet import UttasSheet

UttasOccasion = Occasion[UttasSheet, UttasOptions]
