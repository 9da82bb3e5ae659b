"""What counting odds is reckoned to take: `uv run python -m tests.rules.odds.estimates` writes the file anew."""

from pathlib import Path

from app.rules.dice import pick_up
from app.rules.dice.odds.cost import check_cost, size_of
from app.rules.errors import OddsTooCostly

FILE = Path(__file__).parent / "estimates.txt"

# What tables roll, and the largest that is still counted.
ADMITTED = (
    *("4d6kh3", "10d20kh5", "40d6", "100d6", "20d10!>=9>=8", "1000d6", "100d100!", "50d20kh25", "6d49u", "1d20000"),
    *("100d20+100d20", "12d10!kh5", "10d10!kh5>=8", "100d100kh10", "1000d6>=5", "1000d20kh1", "300d20kh3", "100d6ro1"),
    *("{4d6kh3,4d6kh3,4d6kh3,4d6kh3,4d6kh3,4d6kh3}dl1", "{1d20,1d12,1d10,1d8,1d6,1d4}kh3", "1d100*1d100", "20d1000"),
    *(
        "{1d1000,1d1000,1d1000}kh2",
        "{5d10!+3}kh3>=8",
        "{4d6!kh3+1}kh2>=5",
        "5d{1,1,2,2,3,3,4,5,6,6,6}u",
        "1d1000000>=5",
    ),
    *("100d6mi2", "100d6!o", "8d6!okh3", "8d{1,2,1000000,3333}", "20d{-1,1,5}!=1", "3d{-2,1,5}!<=1kh2", "20dF!=-1kh5"),
    *("40d6/2+40d6/2", "floor(40d6/2+40d6/3)", "{1d8!,1d6!}kh1", "max(1d6!,1d100)", "1d6!+1d1000", "1d6*1d6*1000+1d6"),
    *("10d6!!kh5>=20", "{10d6!!+1}>=20", "5d10!!>=12", "(2d6+3)[a]-1d4*2", "-(3d6)%5", "abs(1d20-10)", "0d6", "2d6kh0"),
    *("2d{1,50,1000}", "{2d4!}dl1>=3", "20d100u", "{1d4,2d6}>=3", "{2d4,2d6}", "1000d1", "50d6r<3", "min(1d6,1d8,2)"),
)
REFUSED = (
    *("100d100kh50", "500d6kh250", "1d1000000", "2d1000000kh1", "1000d1000", "1000d10", "1d1000!o>=7", "{5d6!}dl2>=4"),
    *("20d{-2,1,5}!<=1", "20d{-2,1,5}!<=1kh5", "1d1000*1d1000", "1d900000!>=900000", "1d30000!o", "{1d30000!}kh1>=5"),
    *("{1d200,1d199,1d198,1d197,1d196,1d195,1d194}kh3", "100d{1,5,77,1900,33333}", "300d100!kh150", "1000d6!"),
    "1d25000",
)
# What once took far longer than was reckoned.
ONCE_ENDLESS = (
    *("1d6!/1000000000", "floor(1d6!/1000000000)", "(((1d6!/900)/900)/900)", "1d1000!!/1099511627776"),
    *("1d6!/10000000", "3d6!!kh2>=1000000000", "floor(300d6!/3)", "{1d6!/999983,1d8!/999979}"),
)
# What was reckoned to take far less than it took, and is now quicker or refused.
ONCE_SLOW = (
    *("100d1000!p=6kh1<=6", "1000d100!ok", "1000d100!okl1", "1000d1dl300", "1000d{0}dl300", "1000d1kh500"),
    *("100d10!k%7", "3d%!=1kl<=-1f<=2", "1000d{-5,0,5}kl10", "100d30kh40", "1000d{1,2}dl300", "1000d2kl3"),
    *("100d6!o>=4dl1<6", "100d6!o>=4dl30<6"),
)


def _line(notation: str, slack: int) -> str:
    size = size_of(pick_up(notation).notation.expression, slack)
    spaced = "" if size.step is None else f" {size.step} apart"
    further = f" and {slack} further" if slack else ""
    return (
        f"{notation}{further}: {size.totals} totals from {size.low} to {size.high}{spaced}, {size.bits:.4g} bits, "
        f"{size.work:.4g} steps of work{', endless' if size.endless else ''}"
    )


def text() -> str:
    """A line for each notation, another with a longer list where explosions are endless, and the refusal if it is."""
    lines = []
    for notation in (*ADMITTED, *REFUSED, *ONCE_ENDLESS, *ONCE_SLOW):
        lines.append(_line(notation, 0))
        if lines[-1].endswith(", endless"):
            lines.append(_line(notation, 100))
        try:
            check_cost(pick_up(notation).notation.expression)
        except OddsTooCostly as refused:
            lines.append(f"  {refused.detail}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
