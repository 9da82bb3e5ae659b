"""Faults that other trackers were reported for, where supers alone has what they are about."""

from tests.rules.supers.fights import Fight


def test_enc_12_whoever_delays_comes_right_after_whom_they_named():
    """Nothing hangs on a tie: of two who named the same, the later one stands nearer; each still has one turn."""
    fight = Fight()
    fight.do("delay", "halyard", after="tollkeeper")
    fight.do("delay", "brace", after="halyard")
    assert fight.encounter.order == ("tollkeeper", "halyard", "brace", "guard")
    fight = Fight()
    fight.do("delay", "halyard", after="tollkeeper")
    fight.do("delay", "brace", after="tollkeeper")
    acted = [fight.encounter.active]
    while fight.encounter.round == 1:
        fight.do("end_turn", None)
        acted.append(fight.encounter.active)
    assert acted == ["tollkeeper", "brace", "halyard", "guard", "tollkeeper"]
