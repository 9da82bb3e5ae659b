"""Chases and what happens out of combat."""

from typing import Final

from app.rules.system import RuleEntry

DOWNTIME: Final[tuple[RuleEntry, ...]] = (
    RuleEntry(
        id="T-146",
        title="Too slow",
        statement="A pursuer who is short in movement or in Speed loses the target.",
        source="L186",
        covered_by="command uttas.chase_check",
    ),
    RuleEntry(
        id="T-147",
        title="Faster",
        statement="A pursuer who is short in neither and better in one catches up.",
        source="L186",
        covered_by="command uttas.chase_check",
    ),
    RuleEntry(
        id="T-148",
        title="Evenly matched",
        statement="Who is equal in both runs a chase.",
        source="L186",
        covered_by="command uttas.chase_check",
    ),
    RuleEntry(
        id="T-149",
        title="Always on the run",
        statement="In a chase both keep moving by their fastest means.",
        source="L188",
        covered_by="command uttas.chase_start",
    ),
    RuleEntry(
        id="T-150",
        title="Leader and follower",
        statement="The leader acts first and makes trouble, which the follower must answer.",
        source="L188",
        covered_by="command uttas.chase_action",
    ),
    RuleEntry(
        id="T-151",
        title="Hiding",
        statement="Who hides sets the total that the searcher's Perception must exceed.",
        source="L195-196",
        covered_by="check uttas.opposed",
    ),
    RuleEntry(
        id="T-152",
        title="Hazards",
        statement="A hazard may be braved at the price of its damage, and knowledge may gain ground.",
        source="L198-199",
        covered_by="command uttas.chase_action",
    ),
    RuleEntry(
        id="T-153",
        title="Bound in a chase",
        statement="An Entangle stops the runner, who tears at it by actions, and a knock-out ends the chase.",
        source="L205-208",
        covered_by="command uttas.break_entangle",
    ),
    RuleEntry(
        id="T-154",
        title="Simple question",
        statement="A simple question is one roll of Knowledge, Profession or Science.",
        source="L216",
        covered_by="check uttas.skill",
    ),
    RuleEntry(
        id="T-155",
        title="Hard question",
        statement="A hard question takes steps, skills and means, and powers help little until one source is left.",
        source="L216",
        covered_by="game master: an investigation's steps are invented at the table",
    ),
    RuleEntry(
        id="T-156",
        title="Founding a business",
        statement="A business begins with a plan, to which the partners contribute alike.",
        source="L220",
        covered_by="game master: the plan and its partners are agreed at the table",
    ),
    RuleEntry(
        id="T-157",
        title="Skills of a business",
        statement="Charm, Persuasion, accounting and law are what most businesses need.",
        source="L220",
        covered_by="check uttas.business",
    ),
    RuleEntry(
        id="T-158",
        title="Living by it",
        statement="A business feeds all who contribute to it.",
        source="L222",
        covered_by="game master: what a living is worth is the campaign's",
    ),
    RuleEntry(
        id="T-159",
        title="Quarter",
        statement="Every three months all dice of all its skills are thrown together.",
        source="L222",
        covered_by="check uttas.business",
    ),
    RuleEntry(
        id="T-160",
        title="Growing or shrinking",
        statement="The total against the game master's table says how the business changes.",
        source="L222",
        covered_by="option business_table",
    ),
    RuleEntry(
        id="T-161",
        title="Always on offer",
        statement="Investigations and businesses are always open to players, and more may be added.",
        source="L212",
        covered_by="game master: what else there is to do depends on the setting",
    ),
)
