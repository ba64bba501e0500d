"""A backend for somebody else's harness: JSON over HTTP on loopback (``docs/serve.md``).

The process that speaks HTTP never solves. Questions go to worker processes (:mod:`coindex.reasoner.jobs.workers`)
with limits of time and memory; the limits of a client are in :mod:`.bounds`.

======================  ======================================================================
:mod:`.bounds`          how much a client may send, and how long it may take
:mod:`.schemas`         what requests and replies look like (pydantic; the source of the OpenAPI document)
:mod:`.answers`         what a worker does with a question
:mod:`.pool`            the workers, and who waits for one
:mod:`.guard`           refuses what no route should see: sizes, slow bodies, broken JSON, other hosts
:mod:`.connection`      refuses what is no HTTP request: slow heads, garbage, too many connections
:mod:`.app`             the routes
:mod:`.site`            the pages for people: ``/`` and ``/docs``
:mod:`.documentation`   types, text and commands of the page ``/docs``, which its template makes of the OpenAPI document
:mod:`.shown`           what a worker writes for the page
:mod:`.server`          socket, signals, start and end
======================  ======================================================================
"""
