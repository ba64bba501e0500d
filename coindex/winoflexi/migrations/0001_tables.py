"""The tables, in the place of the first four migrations (docs/decisions/schemas.md, 0068)."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("winoflexi", "0001_first"),
        ("winoflexi", "0002_analyses_anew"),
        ("winoflexi", "0003_blind_answers"),
        ("winoflexi", "0004_advice_in_sentences"),
    ]

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Person",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                ("name", models.CharField(max_length=40, unique=True)),
                ("label", models.CharField(blank=True, max_length=80)),
                ("is_admin", models.BooleanField(default=False)),
                ("is_evaluator", models.BooleanField(default=False)),
                ("score", models.IntegerField(default=0)),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
                ("banned_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Analysis",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64, unique=True)),
                ("state", models.CharField(default="waiting", max_length=10)),
                ("asked_at", models.DateTimeField()),
                ("result", models.JSONField(default=dict)),
                ("error", models.TextField(blank=True)),
            ],
        ),
        migrations.CreateModel(
            name="Half",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.PositiveSmallIntegerField()),
                ("sentence", models.TextField()),
                ("question", models.TextField()),
                ("target_a", models.TextField()),
                ("target_b", models.TextField()),
                ("right", models.PositiveSmallIntegerField()),
            ],
            options={
                "ordering": ["schema", "side"],
            },
        ),
        migrations.CreateModel(
            name="Setting",
            fields=[
                ("name", models.CharField(max_length=60, primary_key=True, serialize=False)),
                ("value", models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name="SystemRun",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, unique=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Code",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("work", models.CharField(max_length=60, unique=True)),
                ("cents", models.PositiveIntegerField()),
                ("nonce", models.BinaryField(max_length=5)),
                ("issued_at", models.DateTimeField(auto_now_add=True)),
                ("shown_at", models.DateTimeField(null=True)),
                ("redeemed_at", models.DateTimeField(null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="codes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "redeemed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="codes_redeemed",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Link",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("ends_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RateWindow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                ("window", models.BigIntegerField(db_index=True)),
                ("count", models.IntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("key", "window"), name="one_count_a_window")
                ],
            },
        ),
        migrations.CreateModel(
            name="Resolved",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("chosen", models.PositiveSmallIntegerField()),
                ("right", models.BooleanField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "half",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, to="winoflexi.half"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="resolved",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Schema",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "library",
                    models.CharField(
                        choices=[("expert", "experts"), ("crowd", "the crowd")], max_length=10
                    ),
                ),
                ("name", models.CharField(max_length=64, unique=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("awaiting", "awaiting review"),
                            ("disputed", "disputed"),
                            ("valid", "valid"),
                            ("invalid", "invalid"),
                            ("leaked", "copy"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="awaiting",
                        max_length=10,
                    ),
                ),
                ("text", models.TextField()),
                ("special", models.JSONField()),
                ("alternate", models.JSONField()),
                ("answers", models.JSONField()),
                ("question", models.TextField(blank=True)),
                ("quote", models.TextField(blank=True)),
                ("domains", models.JSONField(default=list)),
                ("level", models.CharField(blank=True, max_length=10)),
                ("source", models.TextField(blank=True)),
                ("fingerprint", models.CharField(max_length=64)),
                ("token", models.UUIDField(null=True, unique=True)),
                ("seconds", models.PositiveIntegerField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "analysis",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to="winoflexi.analysis",
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="schemas",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Review",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("answers", models.JSONField()),
                (
                    "verdict",
                    models.CharField(
                        choices=[("valid", "valid"), ("invalid", "invalid"), ("leaked", "copy")],
                        max_length=10,
                    ),
                ),
                ("comment", models.TextField(blank=True)),
                ("seconds", models.PositiveIntegerField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "evaluator",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reviews_done",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "schema",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reviews",
                        to="winoflexi.schema",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddField(
            model_name="half",
            name="schema",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="halves",
                to="winoflexi.schema",
            ),
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("points", models.IntegerField()),
                ("balance", models.IntegerField()),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("valid", "schema approved"),
                            ("invalid", "schema refused"),
                            ("leaked", "schema found to be a copy"),
                            ("test right", "test question answered correctly"),
                            ("test wrong", "test question answered wrongly"),
                            ("by hand", "changed by an organiser"),
                            ("promoted", "became an evaluator"),
                            ("demoted", "no longer an evaluator"),
                            ("banned", "was banned"),
                            ("unbanned", "is no longer banned"),
                        ],
                        max_length=20,
                    ),
                ),
                ("event", models.CharField(max_length=60)),
                ("note", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ledger",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "schema",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to="winoflexi.schema",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="SystemAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("answer", models.PositiveSmallIntegerField(null=True)),
                (
                    "half",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, to="winoflexi.half"
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="winoflexi.systemrun",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TestQuestion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("role", models.CharField(max_length=20)),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                ("answered_at", models.DateTimeField(null=True)),
                ("chosen", models.PositiveSmallIntegerField(null=True)),
                ("right", models.BooleanField(null=True)),
                (
                    "half",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, to="winoflexi.half"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tests",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="BlindAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("chosen", models.PositiveSmallIntegerField(null=True)),
                ("right", models.BooleanField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "evaluator",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blind_answers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "half",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blind_answers",
                        to="winoflexi.half",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("evaluator", "half"), name="one_blind_answer_each"
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="schema",
            index=models.Index(fields=["library", "state"], name="winoflexi_s_library_cc2141_idx"),
        ),
        migrations.AddIndex(
            model_name="schema",
            index=models.Index(fields=["author", "state"], name="winoflexi_s_author__917009_idx"),
        ),
        migrations.AddConstraint(
            model_name="schema",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    models.Q(("state", "withdrawn"), _negated=True), ("library", "crowd")
                ),
                fields=("fingerprint",),
                name="one_schema_of_these_words",
            ),
        ),
        migrations.AddConstraint(
            model_name="review",
            constraint=models.UniqueConstraint(
                fields=("schema", "evaluator"), name="one_review_each"
            ),
        ),
        migrations.AddConstraint(
            model_name="half",
            constraint=models.UniqueConstraint(
                fields=("schema", "side"), name="two_halves_a_schema"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=("person", "event"), name="an_event_is_booked_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="systemanswer",
            constraint=models.UniqueConstraint(fields=("run", "half"), name="one_answer_a_half"),
        ),
        migrations.AddConstraint(
            model_name="testquestion",
            constraint=models.UniqueConstraint(
                condition=models.Q(("answered_at", None)),
                fields=("person",),
                name="one_open_test_question_each",
            ),
        ),
    ]
