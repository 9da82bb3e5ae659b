"""What a deed of this system is done with."""

from app.rules.deeds import Occasion
from app.rules.systems.ultra.options import UltraOptions
from app.rules.systems.ultra.sheet import UltraSheet

UltraOccasion = Occasion[UltraSheet, UltraOptions]
