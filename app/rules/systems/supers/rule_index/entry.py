"""A line of the rule index, written short."""

from app.rules.system import RuleEntry


def rule(name: str, title: str, statement: str, source: str, covered_by: str) -> RuleEntry:
    """A rule of the document, or a ruling of the rules page."""
    return RuleEntry(id=name, title=title, statement=statement, source=source, covered_by=covered_by)
