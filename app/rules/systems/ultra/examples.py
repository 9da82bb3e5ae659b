"""Sheets to play at once: two guests and what waits for them in a haunted cabin."""

from typing import Final

from app.rules.systems.ultra.sheet import UltraSheet
from app.rules.systems.ultra.tricks import Trick

EXAMPLE_SHEETS: Final[tuple[UltraSheet, ...]] = (
    UltraSheet(
        name="Mara Quill",
        traits={"nerve": 4, "lore": 5, "faith": 3, "athletics": 2, "brawl": 2},
        advantage={"spirit": 1},
        tricks=[Trick(key="old_prayer", name="Old Prayer", min=1, max=3, ops=["shake_off"])],
    ),
    UltraSheet(
        name="Tobin Reeve",
        traits={"brawl": 4, "athletics": 4, "nerve": 3, "woodcraft": 3, "medicine": 2},
        advantage={"might": 1},
        target=7,
        injury_max=6,
        injuries=1,
    ),
    UltraSheet(
        name="The Hollow Man",
        kind="antagonist",
        traits={"claws": 5, "bulk": 6, "speed": 3},
        advantage={"might": 3},
        injury_max=6,
    ),
    UltraSheet(
        name="The Crone of Cinder Lake",
        kind="antagonist",
        traits={"hex": 5, "cunning": 4, "terror": 4},
        advantage={"spirit": 2},
        double_from=9,
        injury_max=4,
    ),
)
