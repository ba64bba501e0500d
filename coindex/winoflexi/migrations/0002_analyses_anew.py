"""Forget analyses in the old form, and the reasoner's answers, which are now taken from the analyses themselves."""

from typing import Any

from django.db import migrations


def forget(apps: Any, schema_editor: Any) -> None:
    apps.get_model("winoflexi", "Schema").objects.update(analysis=None)
    apps.get_model("winoflexi", "Analysis").objects.all().delete()
    apps.get_model("winoflexi", "SystemRun").objects.filter(name="Coindex").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("winoflexi", "0001_first"),
    ]

    operations = [
        migrations.RunPython(forget, forget),
    ]
