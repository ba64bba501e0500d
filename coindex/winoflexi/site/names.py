"""Names for people, made by the site: nobody can ask by registering whether a name is taken."""

from __future__ import annotations

import secrets

from coindex.winoflexi.models import Person

_FIRST = """amber ash bright calm clear cloud coral dawn deep east fern fine flint frost gold grand green grey
    happy hazel high honey indigo ivory jade keen kind light lilac lime linen lively lucky maple
    merry mild misty moss neat night noble north oak olive opal pale pearl plain plum proud quick
    quiet rapid red river rose ruby sage sandy silver sky slate small snow soft solar south spring
    still stone summer sunny swift teal tidy violet warm west white wild winter wise wood""".split()
_SECOND = """badger beaver bee bison crane curlew deer dove duck eagle eider elk falcon finch fox gannet goose
    grouse gull hare hawk heron horse ibex jay kestrel kite lark linnet lynx magpie marten mole moth
    otter owl oyster panda partridge pigeon plover puffin quail rabbit raven robin rook salmon seal
    snipe sparrow squirrel starling stork swallow swan swift tern thrush tiger trout turtle wagtail
    whale wren""".split()


def new_name() -> str:
    """Make a name that nobody has: two words and four digits."""
    while True:
        first, second = secrets.choice(_FIRST), secrets.choice(_SECOND)
        name = f"{first}-{second}-{secrets.randbelow(9000) + 1000}"
        if not Person.objects.filter(name=name).exists():
            return name
