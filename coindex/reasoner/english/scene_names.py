"""Names of scenes (``knowledge/scripts``): in the program a scene is a property with the prefix ``s_``.

>>> scene_name("s_burnt_food"), scene_words("s_burnt_food")
('burnt_food', 'burnt food')
"""

PREFIX = "s_"
"""What the constant of a scene begins with."""


def scene_name(constant: str) -> str:
    """Give the name of a scene from its constant."""
    return constant.removeprefix(PREFIX)


def scene_words(constant: str) -> str:
    """Give the name of a scene in words."""
    return scene_name(constant).replace("_", " ")


def is_scene(constant: str) -> bool:
    """Tell whether a constant is that of a scene."""
    return constant.startswith(PREFIX)
