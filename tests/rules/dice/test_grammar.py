"""Design section 4: the table of notation, its grammar, its reading rules and its refusals."""

import pytest

from app.rules.dice import bind, canonical, parse, pick_up
from app.rules.errors import DiceLimit, NotationError, UnknownVariable
from tests.rules.dice.table import refused


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        # dice
        ("4d6", "4d6"),
        ("d6", "1d6"),
        ("d%", "1d100"),
        ("2D%", "2d100"),
        ("df", "1dF"),
        ("3d{1,1,2,3}", "3d{1,1,2,3}"),
        ("d{ -1 , 0 }", "1d{-1,0}"),
        ("(2)d(6)", "2d6"),
        ("(1+1)d(2*3)", "2d6"),
        ("(5[five])d6", "5d6"),
        # rerolls
        ("2d6r<3", "2d6r<3"),
        ("2d6ro<3", "2d6ro<3"),
        ("2d6rr<3", "2d6r<3"),
        ("2d6r2", "2d6r=2"),
        ("2d6r(1+1)", "2d6r=2"),
        ("2d6r", "2d6r=1"),
        ("2dFr", "2dFr=-1"),
        ("2d{5,3}r", "2d{5,3}r=3"),
        ("4dFr=-1", "4dFr=-1"),
        ("2d6r1r2ro3", "2d6r=1 r=2 ro=3"),
        # unique
        ("3d6u", "3d6u"),
        ("3d6uu", "3d6u"),
        # explosions
        ("8d6!", "8d6!=6"),
        ("8d6!>=5", "8d6!>=5"),
        ("8d6!5", "8d6!=5"),
        ("8d6!o", "8d6!o=6"),
        ("8d6!!", "8d6!!=6"),
        ("8d6!p5", "8d6!p=5"),
        ("8d6x", "8d6!=6"),
        ("8d6xo5", "8d6!o=5"),
        ("2dF!", "2dF!=1"),
        ("1d6!-1", "1d6!=6-1"),
        ("1d6!=-1", "1d6!=-1"),
        # clamps and sorting
        ("4d6mi2ma5", "4d6mi2ma5"),
        ("4d6min2max5", "4d6mi2ma5"),
        ("4d6mi(1-2)", "4d6mi(-1)"),
        ("4d6sa", "4d6sa"),
        ("4d6sd>=3", "4d6sd>=3"),
        # keep and drop
        ("4d6kh3", "4d6kh3"),
        ("4d6k3", "4d6kh3"),
        ("4d6k", "4d6kh1"),
        ("4d6kldhdl", "4d6kl1dh1dl1"),
        ("4d6kh(1+2)dl1", "4d6kh3dl1"),
        # counts
        ("7d10>=8", "7d10>=8"),
        ("7d10cs>=8", "7d10>=8"),
        ("7d10>=8ds>=10f<=1", "7d10>=8ds>=10f<=1"),
        ("7d10>=8f<=1ds>=10", "7d10>=8ds>=10f<=1"),
        ("7d10 >= (4*2)", "7d10>=8"),
        ("4dF>-1", "4dF>-1"),
        ("6d10!>=9>=8", "6d10!>=9>=8"),
        ("6d10!cs>=8", "6d10!=10>=8"),
        # groups
        ("{4d6kh3, 2d8+1}kh1", "{4d6kh3,2d8+1}kh1"),
        ("{1,2,3}dl1sa>=2", "{1,2,3}dl1sa>=2"),
        ("{3d20+5}>=21", "{3d20+5}>=21"),
        ("{3d20[a]+5-1}>=21", "{3d20[a]+4}>=21"),
        ("{2-1+3d20-5}>=21", "{3d20-4}>=21"),
        ("{3d20+1-1}>=21", "{3d20}>=21"),
        # arithmetic
        ("1 + 2*3 - 4/2 % 3", "1+2*3-4/2%3"),
        ("(1+2)*3", "(1+2)*3"),
        ("(1*2)+3", "1*2+3"),
        ("(1+2)+3", "(1+2)+3"),
        ("1-(2-3)", "1-(2-3)"),
        ("2*(3*4)", "2*(3*4)"),
        ("-1d6", "-1d6"),
        ("- - 1d6", "1d6"),
        ("-(-1d6)", "1d6"),
        ("-(1+2)", "-(1+2)"),
        ("3--2", "3--2"),
        ("7/(0-2)", "7/-2"),
        ("MAX(1d6, 2, ABS(-3))", "max(1d6,2,abs(-3))"),
        ("floor(7/2)+ceil(1/2)+round(3/2)+min(1)", "floor(7/2)+ceil(1/2)+round(3/2)+min(1)"),
        # labels and comments
        ("2d6[fire]", "2d6[fire]"),
        ("2d6 [ Fire # 1 ]", "2d6[Fire # 1]"),
        ("(1d6+5)[fire]", "(1d6+5)[fire]"),
        ("(2d6)[a]", "2d6[a]"),
        ("((2d6)[a])[b]", "(2d6[a])[b]"),
        ("(-2)[a]", "(-2)[a]"),
        ("5[five] # comment", "5[five]"),
        ("max(1,2)[m]", "max(1,2)[m]"),
        # spaces and typography
        ("  4 d 6 kh 3 ", "4d6kh3"),
        ("4d6\t+\n1", "4d6+1"),
        ("2 × 3 ÷ 1 − 1 – 1", "2*3/1-1-1"),
        ("3d6≥4", "3d6>=4"),
        ("3d6≤4", "3d6<=4"),
    ],
)
def test_notation_and_its_canonical_text(text: str, meaning: str) -> None:
    bound = bind(parse(text)).expression
    assert canonical(bound) == meaning
    assert bind(parse(meaning)).expression == bound


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("(@level)d6", "3d6"),
        ("(@Level+1)d(@skills.stealth)!", "4d7!=7"),
        ("1d20+@level", "1d20+3"),
        ("1d20+@debt", "1d20+-2"),
        ("1d20-@debt", "1d20--2"),
        ("-@debt", "2"),
        ("-@debt*2", "2*2"),
        ("6d6>=@level", None),
        ("6d6>=(@level)", "6d6>=3"),
        ("6d6>=(@debt)", "6d6>=-2"),
        ("6d6kh(@level)mi1", None),
        ("6d6mi(@debt)kh(@level)", "6d6mi(-2)kh3"),
        ("8/(@level-1)", "8/2"),
        ("{2d6+@debt}>=3", "{2d6-2}>=3"),
        ("(@level)[l]", "3[l]"),
        ("floor((@level)d6/2)", "floor(3d6/2)"),
        ("(floor(@level/2))d6", "1d6"),
        ("(min(@level,@debt,5)+max(4,5)+abs(@debt))d6", "5d6"),
        ("(@level%2)d6", "1d6"),
        ("(-@debt)d6", "2d6"),
        ("(@level)d{1,2,4}r!", "3d{1,2,4}r=1!=4"),
    ],
)
def test_variables_take_their_values(text: str, meaning: str | None) -> None:
    variables = {"level": 3, "Skills.Stealth": 7, "debt": -2}
    if meaning is None:
        assert isinstance(refused(text, variables=variables), NotationError)
    else:
        assert pick_up(text, variables).canonical == meaning


def test_names_end_where_letters_digits_and_underscores_end() -> None:
    names = [variable.name for variable in parse("@leveld6 + @a_1.b2+@Ärger-@x").variables]
    assert names == ["leveld6", "a_1.b2", "ärger", "x"]


@pytest.mark.parametrize(
    ("text", "names", "suggestion"),
    [
        ("@leveld6", ["level", "strength"], "level"),
        ("1d20 + @skills.stealt", ["skills.stealth"], "skills.stealth"),
        ("@x", ["strength"], None),
        ("@x", [], None),
        ("@" + "x" * 500, ["strength"], None),
    ],
)
def test_an_unknown_variable_is_refused_with_the_nearest(text: str, names: list[str], suggestion: str | None) -> None:
    refusal = refused(text, variables=dict.fromkeys(names, 1))
    assert isinstance(refusal, UnknownVariable)
    assert refusal.facts["position"] == text.index("@")
    assert refusal.facts.get("suggestion") == suggestion
    assert len(refusal.detail) < 200


@pytest.mark.parametrize(
    ("text", "position", "found", "suggestion"),
    [
        # modifiers in another order
        ("1d6>=4!", 6, "'!'", "1d6!cs>=4"),
        ("4d6kh3r1", 6, "'r'", "4d6r=1kh3"),
        ("2 + 4D6 KH3 R<2 + 1", 12, "'R'", "2 + 4d6r<2kh3 + 1"),
        ("4d6kh3mi2", 6, "'mi'", "4d6mi2kh3"),
        ("4d6!r1", 4, "'r'", "4d6r=1!"),
        ("4d6sakh3", 5, "'kh'", "4d6kh3sa"),
        ("4d6>=5sa", 6, "'sa'", "4d6sa>=5"),
        ("{1d6,1d8}>=5kh1", 12, "'kh'", "{1d6,1d8}kh1>=5"),
        ("4d6!!!", 5, "'!'", None),
        ("4d6!r1!", 4, "'r'", None),
        ("4d6sasd", 5, "'sd'", None),
        ("4d6>=5>=6", 6, "'>='", None),
        ("4d6u!", 4, "'!'", None),
        ("4d6ur1", 4, "'r'", None),
        ("4d6r1u", 5, "'u'", None),
        ("4d6[fire]kh3", 9, "'kh'", "4d6kh3[fire]"),
        ("{1d6,1d8}[a]kh1+2", 12, "'kh'", "{1d6,1d8}kh1[a]+2"),
        # what follows nothing
        ("2(d6)", 1, "'('", "2d6"),
        ("2 (d6 + 1)", 2, "'('", "2 *(d6 + 1)"),
        ("(2)(3)", 3, "'('", "(2)*(3)"),
        ("4d6d1", 3, "'d'", "4d6dl1"),
        ("4d6kh3d1", 6, "'d'", "4d6kh3dl1"),
        ("(2d6+3)>=10", 7, "'>='", "{2d6+3}>=10"),
        ("(4d6)kh3", 5, "'kh'", "4d6kh3"),
        ("(4d6)!", 5, "'!'", "4d6!"),
        ("(2)>=1", 3, "'>='", None),
        ("5kh1", 1, "'kh'", None),
        ("4d6f<=1", 3, "'f'", None),
        ("4d6ds>=1", 3, "'ds'", None),
        ("1d20 please hold", 5, "'please'", "1d20 # please hold"),
        ("1d6 2", 4, "'2'", None),
        ("1d6.5", 3, "'.'", None),
        ("1d6)", 3, "')'", None),
        ("1d6, 2", 3, "','", None),
        # something is missing
        ("", 0, "the end", None),
        ("1d6+", 4, "the end", "1d6"),
        ("(1d6 + 2", 8, "the end", "(1d6 + 2)"),
        ("{1d6, (2d6", 10, "the end", "{1d6, (2d6)}"),
        ("(1d6 + ", 7, "the end", "(1d6)"),
        ("1d6 + * 2", 6, "'*'", "1d6* 2"),
        ("1d", 2, "the end", None),
        ("1d@x", 2, "'@'", "1d(@x)"),
        ("1d6>=", 5, "the end", None),
        ("1d6>=-(1)", 6, "'('", None),
        ("1d6cs8", 5, "'8'", None),
        ("1d6mi", 5, "the end", None),
        ("1d6=>4", 4, "'>'", "1d6>=4"),
        ("1d6==4", 4, "'='", "1d6=4"),
        ("max 3", 4, "'3'", None),
        ("max()", 4, "')'", None),
        ("floor(1,2)", 7, "','", None),
        ("d{1,a}", 4, "'a'", None),
        ("d{1", 3, "the end", "d{1}"),
        ("d{}", 2, "'}'", None),
        ("1d6[]", 3, "'['", None),
        ("1d6[ ]", 3, "'['", None),
        ("1d6[a", 3, "'['", None),
        ("{}", 1, "'}'", None),
        # groups of one
        ("{4d6}kh3", 0, "'{'", "4d6kh3"),
        ("{3d20+5}", 0, "'{'", "(3d20+5)"),
        ("{3d20*5}>=21", 0, "'{'", None),
        ("{2d20+1d6}>=21", 0, "'{'", None),
        ("{5}>=3", 0, "'{'", None),
        ("{5-1d6}>=3", 0, "'{'", None),
        ("{2d6>=5+1}>=3", 0, "'{'", None),
        ("{max(1d6,2)+3}>=3", 0, "'{'", None),
        ("{1d6+(1d4)[x]*2}>=3", 0, "'{'", None),
        ("{1d6,2}r1", 7, "'r'", None),
        # dice where none may be
        ("(1d6)d6", 1, "'1'", None),
        ("1d(1d6)", 3, "'1'", None),
        ("4d6kh(1d3)", 6, "'1'", None),
        ("4d6>=(1d3)", 6, "'1'", None),
        ("6/1d6", 2, "'1'", None),
        ("6%(d6)", 2, "'('", None),
        ("({1,2}kh1)d6", 1, "'{'", None),
        # no token at all
        ("²d6", 0, "'²' (U+00B2)", "2d6"),
        ("1d２", 2, "'２' (U+FF12)", "1d2"),
        ("1d6 + $3", 6, "'$'", None),
        ("1d6\x00", 3, "U+0000", None),
        ("\u212ah1", 0, "'\u212a' (U+212A)", None),
        ("1d6+@", 4, "'@'", None),
        ("1d6+@a²", 4, "'@'", "1d6+@a2"),
        ("1d6+@a.", 6, "'.'", None),
        ("ﷺ" * 100, 0, "'ﷺ' (U+FDFA)", None),
        # what can't be reckoned
        ("10d0", 0, "a number of sides below 1", None),
        ("1+(1-2)d6", 2, "a number of dice below 0", None),
        ("4d6kh(1-2)", 0, "dice to keep below 0", None),
        ("6/0", 2, "a divisor of 0", None),
        ("6%(1-1)", 2, "a divisor of 0", None),
        ("(1/0)d6", 3, "a divisor of 0", None),
        ("floor((5/2)d6)", 6, "a number of dice that is a fraction", None),
        ("floor(5/(1/2))", 7, "a divisor that is a fraction", None),
        ("ceil(4d6>=(5/2))", 5, "a value that is a fraction", None),
        ("round({2d6+1/2}>=3)", 6, "what is added to each die that is a fraction", None),
    ],
)
def test_refusals_say_where_and_what(text: str, position: int, found: str, suggestion: str | None) -> None:
    refusal = refused(text)
    assert isinstance(refusal, NotationError)
    assert refusal.facts["position"] == position
    assert refusal.facts["found"] == found
    assert refusal.facts.get("suggestion") == suggestion
    assert str(refusal.facts["expected"]) in refusal.detail


def test_a_long_text_is_not_echoed() -> None:
    refusal = refused("1d6 " + "z" * 400)
    assert len(str(refusal.facts["found"])) <= 22
    assert len(refusal.detail) < 400
    assert "suggestion" not in refusal.facts


@pytest.mark.parametrize(("text", "comment"), [("1d6 # to  hit #2 ", "to  hit #2"), ("1d6#", None), ("1d6", None)])
def test_a_comment_follows_its_sign(text: str, comment: str | None) -> None:
    assert parse(text).comment == comment


def test_as_written_a_bare_test_waits_for_the_sides() -> None:
    written = parse("1d(@x)r!cs>=5").expression
    assert canonical(written) == "1d(@x)r!cs>=5"
    assert canonical(parse("1d(@x)rr r ro cs>=5").expression) == "1d(@x)r r rocs>=5"


@pytest.mark.parametrize("text", ["1d(@x+1)", "(@a)d6", "4d6kh(@n)", "4d6>=(@n)", "{1d6+@a,2}", "4d6r(@n)!=(@m)"])
def test_canonical_text_of_what_is_not_bound(text: str) -> None:
    written = parse(text).expression
    assert parse(canonical(written)).expression == written


def test_512_characters_are_read() -> None:
    assert parse("1" + " " * 511)
    refusal = refused("1" + " " * 512)
    assert isinstance(refusal, DiceLimit)
    assert refusal.facts == {"limit": 512, "asked": 513}


@pytest.mark.parametrize("opening", ["(", "{1,", "abs(", "6/(", "-("])
def test_32_brackets_nest(opening: str) -> None:
    closing = "}" if "{" in opening else ")"
    assert parse(opening * 32 + "1" + closing * 32)
    refusal = refused(opening * 33 + "1" + closing * 33)
    assert isinstance(refusal, DiceLimit)
    assert refusal.facts["limit"] == 32
