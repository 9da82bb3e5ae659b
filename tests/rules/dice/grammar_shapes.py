"""Notations of every shape the grammar has, for laws that hold for all of them."""

from hypothesis import strategies as st

from app.rules.dice.expression import (
    FATE,
    Arithmetic,
    Call,
    Clamp,
    Count,
    Dice,
    Explode,
    Expression,
    Faces,
    Group,
    Keep,
    Labelled,
    Number,
    Operation,
    Reroll,
    Sides,
    Signed,
    Tail,
    Test,
    Variable,
)

VARIABLES = {"level": 3, "skills.stealth": 7, "debt": -2, "zero": 0}

numbers = st.integers(0, 12).map(Number)
variables = st.sampled_from(sorted(VARIABLES)).map(lambda name: Variable(name, 0))
labels = st.text("abc #!+-*{}éß@", min_size=1, max_size=6).map(str.strip).filter(bool)
comparisons = st.sampled_from([">=", "<=", ">", "<", "="])


def chains(operands: st.SearchStrategy[Expression], divisors: st.SearchStrategy[Expression]):
    """Sums and products; what divides holds no dice."""
    sums = st.builds(Operation, st.sampled_from("+-"), operands, st.just(0))
    products = st.builds(Operation, st.just("*"), operands, st.just(0)) | st.builds(
        Operation, st.sampled_from("/%"), divisors, st.just(0)
    )
    steps = st.lists(sums, min_size=1, max_size=3) | st.lists(products, min_size=1, max_size=2)
    return st.builds(Arithmetic, operands, steps.map(tuple))


def signed(operand: Expression) -> Expression:
    return operand.operand if isinstance(operand, Signed) else Signed(operand)


def calls(arguments: st.SearchStrategy[Expression]):
    return st.builds(
        lambda function, given: Call(function, tuple(given if function in ("min", "max") else given[:1])),
        st.sampled_from(["min", "max", "abs", "floor", "ceil", "round"]),
        st.lists(arguments, min_size=1, max_size=3),
    )


def constants() -> st.SearchStrategy[Expression]:
    return st.recursive(
        numbers | variables,
        lambda inner: (
            chains(inner, inner) | inner.map(signed) | calls(inner) | st.builds(Labelled, inner, labels, st.just(0))
        ),
        max_leaves=3,
    )


def mostly(usual: st.SearchStrategy[Expression], seldom: st.SearchStrategy[Expression]):
    """Nine times of ten the usual."""
    return st.integers(0, 9).flatmap(lambda chance: usual if chance else seldom)


values = mostly(numbers, constants())
tests = st.builds(Test, comparisons, mostly(values, numbers.map(Signed)))
maybe_tests = st.none() | tests
counts = st.builds(Count, tests, st.lists(tests, max_size=2).map(tuple), st.lists(tests, max_size=2).map(tuple))
keeps = st.lists(st.builds(Keep, st.sampled_from(["kh", "kl", "dh", "dl"]), values), max_size=2).map(tuple)
tails = st.builds(Tail, keeps, st.sampled_from([None, None, "sa", "sd"]), st.none() | counts)
faces = st.lists(st.integers(-3, 6), min_size=1, max_size=6).map(lambda listed: Faces(tuple(listed)))
sides = mostly(st.integers(2, 12).map(Number), constants() | st.just(Number(1000))).map(Sides) | faces | st.just(FATE)


@st.composite
def dice(draw, tail: st.SearchStrategy[Tail] = tails) -> Dice:
    unique = draw(st.sampled_from([False] * 5 + [True]))
    rerolls = st.lists(st.builds(Reroll, maybe_tests, st.booleans()), max_size=2).map(tuple)
    explode = st.none() | st.builds(Explode, st.sampled_from(["!", "!o", "!!", "!p"]), maybe_tests)
    clamps = st.lists(st.builds(Clamp, st.sampled_from(["mi", "ma"]), values), max_size=2).map(tuple)
    return Dice(
        draw(values),
        draw(sides),
        0,
        () if unique else draw(st.just(()) | rerolls),
        unique,
        None if unique else draw(st.none() | explode),
        draw(st.just(()) | clamps),
        draw(st.just(Tail()) | tail),
    )


@st.composite
def pools(draw) -> Group:
    """Groups of one member."""
    inner = draw(dice(st.builds(Tail, keeps)))
    member: Expression = draw(st.just(inner) | st.builds(Labelled, st.just(inner), labels, st.just(0)))
    if draw(st.booleans()):
        step = Operation(draw(st.sampled_from("+-")), draw(numbers | variables), 0)
        member = Arithmetic(member, (step,))
    return Group((member,), 0, draw(st.builds(Tail, keeps, st.none(), counts)))


def _grown(inner: st.SearchStrategy[Expression]):
    groups = st.builds(Group, st.lists(inner, min_size=2, max_size=3).map(tuple), st.just(0), tails)
    return (
        chains(inner, constants())
        | inner.map(signed)
        | calls(inner)
        | groups
        | st.builds(Labelled, inner, labels, st.just(0))
    )


expressions = st.recursive(mostly(dice() | pools(), numbers | variables), _grown, max_leaves=5)
