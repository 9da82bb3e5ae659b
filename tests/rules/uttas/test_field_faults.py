"""Faults that other trackers were reported for, where UTTAS alone has what they are about.

Lent Health lies beneath one's own and goes last, so that its end leaves at least 1 (G-20): where the case takes it
first, the sum is the same here, and no damage ever raises it.
"""

from typing import Any

from app.rules.encounter.play import Play
from app.rules.encounter.rehearsing import UNTHROWN
from app.rules.encounter.viewer import GM
from app.rules.systems.uttas.encounter.consequences import hurt
from app.rules.systems.uttas.encounter.figure import figure
from app.rules.systems.uttas.sheet import TempHealth, UttasSheet
from tests.rules.uttas.fights import TablePlay


def fight(**fields: Any) -> TablePlay:
    """Willow and two thugs, of whom one has these fields."""
    play = TablePlay()
    sheet = UttasSheet(speed=3, health_max=20, stamina_max=30)
    play.joins("willow", sheet, "forest")
    play.joins("thug", sheet.model_copy(update=fields), "thugs")
    play.joins("other", sheet, "thugs")
    play.do({"type": "start"})
    return play


def adjusted(play: TablePlay, **fields: int) -> dict[str, Any]:
    """The thug after a change by hand."""
    play.do({"type": "adjust", "actor": "thug", **fields})
    found: dict[str, Any] = next(one for one in play.seen()["combatants"] if one["id"] == "thug")
    return found


def test_enc_38_damage_never_heals_whoever_was_lent_health():
    play = fight(health=6, temp_health=[TempHealth(n=7, expires=1440)])
    left = []
    for damage in (4, 5):
        look = Play(encounter=play.encounter, table=play.table, dice=UNTHROWN, viewer=GM, ids=str)
        struck = hurt(figure(look, "thug"), health=damage, stamina=0).fighter
        thugs = tuple(
            one.model_copy(update={"state": struck}) if one.id == "thug" else one for one in play.encounter.combatants
        )
        play.encounter = play.encounter.model_copy(update={"combatants": thugs})
        left.append((struck.health, struck.temp_health[0].n))
    assert left == [(2, 7), (0, 4)]
    assert [sum(one) for one in left] == [13 - 4, 13 - 4 - 5]


def test_enc_39_healing_ends_at_the_maximum():
    play = fight(health=18)
    for much in (10, 1000):
        assert adjusted(play, health=much)["state"]["health"] == 20
    assert adjusted(play, stamina=1000)["state"]["stamina"] == 30


def test_enc_40_healing_counts_from_below_zero_where_numbers_go_there():
    """Stamina goes below 0 and comes back from there (T-145); Health ends at 0."""
    play = fight(stamina=-7)
    after = adjusted(play, stamina=1)
    assert (after["state"]["stamina"], after["out"]) == (-6, True)
    play = fight(health=10)
    assert adjusted(play, health=-17)["state"]["health"] == 0
    assert adjusted(play, health=1)["state"]["health"] == 1
