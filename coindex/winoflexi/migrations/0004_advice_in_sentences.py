"""Advice on hardness is a sentence, and no longer a pair of a direction and a phrase."""

from typing import Any

from django.db import migrations


def join(apps: Any, schema_editor: Any) -> None:
    for analysis in apps.get_model("winoflexi", "Analysis").objects.filter(state="done").iterator():
        for half in analysis.result.get("hardness") or ():
            half["advice"] = [
                each if isinstance(each, str) else f"To make it {each[0]}: {each[1]}."
                for each in half.get("advice", ())
            ]
        analysis.save(update_fields=["result"])


class Migration(migrations.Migration):
    dependencies = [
        ("winoflexi", "0003_blind_answers"),
    ]

    operations = [
        migrations.RunPython(join, migrations.RunPython.noop),
    ]
