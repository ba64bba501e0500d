"""The routes: requests, replies and statuses."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from fastapi import Body, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from coindex.harness.serve import schemas
from coindex.harness.serve.answers import Asked, Chosen, Reply, Task, refusal
from coindex.harness.serve.asking import Desk, Outcome
from coindex.harness.serve.bounds import Bounds
from coindex.harness.serve.guard import Guard, Refused, internal
from coindex.harness.serve.pool import Pool, Unavailable
from coindex.harness.serve.review_pages import ReviewDesk, add_review
from coindex.harness.serve.site import add_pages
from coindex.harness.serve.wording import what_is_wrong
from coindex.reasoner.jobs.workers import Lost
from coindex.version import __version__

DESCRIPTION = """\
Which noun phrase a pronoun stands for, which alternative is the cause or the effect of a premise, and the rules that
say so; and how many people would get a question wrong. Requests and replies are JSON (UTF-8). Whatever is refused is
answered by a status and `{"error": what is wrong, "hint": what to do}`.
"""

REASONS = {
    400: "The body is not JSON: malformed, NaN or Infinity, a key twice, not UTF-8, nested too deep.",
    403: "`ask` is true, and the server was started without `--ask`.",
    408: "Head or body did not arrive in time.",
    413: "The body is too big.",
    415: "The body is not announced as `application/json`, or it is compressed.",
    421: "The Host header does not name this machine.",
    422: "JSON, but no question: wrong or missing keys and types, too long, too many; or a question that cannot be "
    "answered, or not within the time and memory of a worker.",
    431: "The head is too big.",
    500: "A fault of the server.",
    503: "Too much to do; `Retry-After` says when to come again.",
}
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": schemas.Problem, "description": what} for status, what in REASONS.items()
}

HINT = "GET /openapi.json says what is taken."


def make_app(
    pool: Pool,
    bounds: Bounds | None = None,
    *,
    local: bool = True,
    desk: Desk | None = None,
    review: ReviewDesk | None = None,
) -> ASGIApp:
    """Make the application.

    Args:
        pool: the workers.
        bounds: limits of a request.
        local: whether only loopback names are accepted as the host.
        desk: asks for rules; without it nobody is asked.
        review: what the page ``/review`` decides about; it is there only for this machine.
    """
    app = FastAPI(
        title="Coindex",
        summary="A logic-based commonsense reasoner",
        description=DESCRIPTION,
        version=__version__,
        docs_url=None,  # these pages load scripts from elsewhere; /docs is our own
        redoc_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
        exception_handlers={
            Refused: _refused,
            HTTPException: _http_error,
            RequestValidationError: _no_question,
            Unavailable: _unavailable,
            Exception: _internal,
        },
    )
    _add_routes(app, pool, desk)

    async def ask(task: Task) -> str:
        return (await _asked(pool, task, None)).line

    add_pages(app, ask, REASONS)
    if review is not None and local:
        add_review(app, review)
    return Guard(
        app,
        bounds or Bounds(),
        frozenset({"/solve", "/batch", "/choose", "/hardness"}),
        local=local,
    )


def _add_routes(app: FastAPI, pool: Pool, desk: Desk | None) -> None:
    @app.get("/health", summary="Whether the server is well")
    async def health() -> schemas.Health:
        """Say how many workers there are and what they do. Never waits for one."""
        return schemas.Health(
            status="ok",
            version=__version__,
            workers=pool.executor.room,
            ready=pool.executor.ready,
            busy=pool.executor.busy,
            replaced=pool.executor.replaced,
            requests=pool.requests,
            ask_budget_left=None if desk is None else desk.left,
        )

    @app.post(
        "/solve",
        summary="What a pronoun stands for",
        response_model=schemas.AnswerLine,
        responses=REFUSALS,
    )
    async def solve(
        question: Annotated[schemas.Question, Body(openapi_examples=schemas.SOLVE_EXAMPLES)],
    ) -> Response:
        """Answer one question. The reply is that of `solve --jsonl`, byte for byte but for `ms`."""
        return await _one(pool, _allowed(question.task(), question.ask, desk), desk)

    @app.post(
        "/choose",
        summary="Which alternative is the cause or the effect of a premise",
        response_model=schemas.AnswerLine,
        responses=REFUSALS,
    )
    async def choose(
        question: Annotated[schemas.ChoiceQuestion, Body(openapi_examples=schemas.CHOOSE_EXAMPLES)],
    ) -> Response:
        """Answer one question of the COPA kind; `answer` is the index of the more plausible alternative."""
        return await _one(pool, _allowed(question.task(), question.ask, desk), desk)

    @app.post(
        "/hardness",
        summary="How many people would get a question wrong, and why",
        response_model=schemas.HardnessLine,
        responses=REFUSALS,
    )
    async def hardness(
        question: Annotated[
            schemas.HardnessQuestion, Body(openapi_examples=schemas.HARDNESS_EXAMPLES)
        ],
    ) -> Response:
        """Estimate how hard a question is for people. Of several pronouns the first is meant."""
        return await _one(pool, question.task(), desk)

    @app.post(
        "/batch",
        summary="What the pronouns of several questions stand for",
        response_model=schemas.Answers,
        responses=REFUSALS,
    )
    async def batch(
        questions: Annotated[schemas.Batch, Body(openapi_examples=schemas.BATCH_EXAMPLES)],
    ) -> Response:
        """Answer several questions, in their order, none missing.

        If one of them is no question at all (a wrong key or type), all are refused. One that is a question but cannot
        be answered has its reason as `error`, and the first candidate, if any was given, as a guess.
        """
        tasks = [
            _allowed(q.task(explain=questions.explain), q.ask or questions.ask, desk)
            for q in questions.questions
        ]
        with pool.admitted():
            results = await _results(pool, tasks, desk)
        lines = [_reply(t, r).line for t, r in zip(tasks, results, strict=True)]
        return Response(f'{{"answers": [{", ".join(lines)}]}}', media_type="application/json")


def _allowed(task: Asked | Chosen, ask: bool, desk: Desk | None) -> Asked | Chosen:
    """Let a question ask for rules if the client wants that.

    Raises:
        Refused: this server asks nobody.
    """
    if not ask:
        return task
    if desk is None:
        raise Refused(
            403, "this server asks nobody for rules", "Leave out `ask`, or start serve with --ask."
        )
    return replace(task, brought=desk.brought())


async def _one(pool: Pool, task: Task, desk: Desk | None) -> Response:
    return Response((await _asked(pool, task, desk)).line, media_type="application/json")


async def _results(pool: Pool, tasks: Sequence[Task], desk: Desk | None) -> list[Any]:
    """Have questions answered; those that may ask for rules, and want some, once more with these."""
    results: list[Any] = await pool.ask_all(list(tasks))
    if desk is None:
        return results

    async def asked(number: int) -> None:
        task, result = tasks[number], results[number]
        outcome: Outcome = "not wanted"
        if result.wants and isinstance(task, Asked | Chosen):
            brought, outcome = await desk.rules_for(result.wants)
            if outcome == "rules":
                result = await pool.ask(replace(task, brought=brought))
        if isinstance(result, Reply):
            result = result.saying(asking=outcome)
        results[number] = result

    numbers = [
        number
        for number, (task, result) in enumerate(zip(tasks, results, strict=True))
        if isinstance(task, Asked | Chosen)
        and task.brought is not None
        and isinstance(result, Reply)
    ]
    await asyncio.gather(*map(asked, numbers))
    return results


async def _asked(pool: Pool, task: Task, desk: Desk | None) -> Reply:
    with pool.admitted():
        (result,) = await _results(pool, [task], desk)
    reply = _reply(task, result)
    if reply.error is not None:
        is_fault = isinstance(result, Lost) and result.kind == "error"
        raise Refused(500 if is_fault else 422, reply.error, reply.hint)
    return reply


def _reply(task: Task, result: Reply | Lost) -> Reply:
    """Return the reply to a task, even without a result."""
    if isinstance(result, Reply):
        return result
    if result.kind == "error":
        fault = internal(result.reason)
        return refusal(task, fault.error, fault.hint)
    hint = "Ask in fewer words, or start the server with a higher --time-limit or --memory."
    return refusal(task, result.reason, hint)


# ---------------------------------------------------------------------------------- what is refused


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return error.response()


async def _unavailable(_: Request, error: Exception) -> Response:
    return Refused(503, str(error), "Come again in a second.", {"Retry-After": "1"}).response()


async def _internal(_: Request, error: Exception) -> Response:
    return internal(error).response()


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = str(error.detail)
    if error.status_code == 404:
        message = "there is nothing at this path"
    elif error.status_code == 405:
        message = f"{request.method} is not what this path takes"
    return Refused(error.status_code, message, HINT, error.headers).response()


async def _no_question(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return Refused(422, what_is_wrong(error.errors()), HINT).response()
