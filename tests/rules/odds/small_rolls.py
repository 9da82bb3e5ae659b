"""Notations of every shape with so few small dice that they can be thrown in every way."""

from hypothesis import strategies as st

comparisons = st.sampled_from([">=", "<=", ">", "<", "="])
tests = st.builds("{}{}".format, comparisons, st.integers(-1, 4))
rerolls = st.lists(st.builds("{}{}".format, st.sampled_from(["r", "ro"]), tests), min_size=1, max_size=2).map("".join)
explosions = st.builds("{}{}".format, st.sampled_from(["!", "!", "!o", "!!", "!p"]), tests | st.just("") | st.just(""))
clamps = st.builds("{}{}".format, st.sampled_from(["mi", "ma"]), st.integers(0, 3))
keeps = st.lists(
    st.builds("{}{}".format, st.sampled_from(["kh", "kl", "dh", "dl"]), st.integers(0, 2)), min_size=1, max_size=2
).map("".join)
counts = st.builds(
    "cs{}{}{}".format, tests, st.just("") | tests.map("ds{}".format), st.just("") | tests.map("f{}".format)
)


def seldom(part: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """One time in three."""
    return st.integers(0, 2).flatmap(lambda chance: st.just("") if chance else part)


@st.composite
def dice(draw, *, explode: bool | None = None, count: bool = True) -> str:
    """A dice term; with `explode` True or False it surely or never explodes."""
    text = f"{draw(st.integers(1, 3))}d{draw(st.sampled_from(['2', '3', '3', '4', 'f', '{1,1,2}', '{-1,0,2}']))}"
    if explode is None:
        explode = draw(st.booleans())
    if not explode and draw(st.integers(0, 5)) == 0:
        text += "u"
    else:
        text += draw(seldom(rerolls)) + (draw(explosions) if explode else "")
    parts = [text, draw(seldom(clamps)), draw(seldom(keeps)), draw(seldom(counts)) if count else ""]
    return "".join(parts)


@st.composite
def pools(draw) -> str:
    """A group of one."""
    return f"{{{draw(dice(count=False))}{draw(st.sampled_from(['', '+1', '-2']))}}}{draw(seldom(keeps))}{draw(counts)}"


def _grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    numbers = st.sampled_from(["1", "2", "3", "(0-2)"])
    return (
        st.builds("{}{}{}".format, inner, st.sampled_from("+-*"), inner)
        | st.builds("({}){}{}".format, inner, st.sampled_from("+-*/%"), numbers)
        | st.builds("{}({})".format, st.sampled_from(["-", "abs", "floor", "ceil", "round"]), inner)
        | st.builds("{}({}/{}+{})".format, st.sampled_from(["floor", "ceil", "round"]), inner, numbers, inner)
        | st.builds("{}({},{})".format, st.sampled_from(["min", "max"]), inner, inner | numbers)
        | st.builds("{{{},{}}}{}{}".format, inner, inner, seldom(keeps), seldom(counts))
    )


rolls = dice() | pools() | st.recursive(dice() | pools(), _grown, max_leaves=2)
