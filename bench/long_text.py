"""What a long text costs: ``python bench/long_text.py [--words N ...]``.

The passages of ``tests/unseen/passages.jsonl`` are repeated to a file of so many words, which ``solve --file`` reads
with one worker. Printed are the seconds for 1,000 words, how many sections failed or were hurried, and the most memory
of a process. Each size is a process of its own.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

SIZES = (1_000, 10_000, 100_000)


def main() -> int:
    """Measure each size in a process."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--words", type=int, nargs="+", default=SIZES)
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one is not None:
        print(measured(options.one))
        return 0
    print("words  seconds for 1,000 (wall, processor)  sections  failed  hurried  memory (MB)")
    for words in options.words:
        subprocess.run([sys.executable, __file__, "--one", str(words)], check=True)
    return 0


def measured(words: int) -> str:
    """Read a text of so many words; give a line of figures."""
    from coindex.reasoner.jobs.long_texts import run

    lines = (ROOT / "tests/unseen/passages.jsonl").read_text(encoding="utf-8").splitlines()
    passages = [json.loads(line)["text"] for line in lines]
    parts, count = [], 0
    for passage in cycle(passages):
        parts.append(passage)
        count += len(passage.split())
        if count >= words:
            break
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "text.txt"), Path(folder, "chains.jsonl")
        source.write_text("\n\n".join(parts), encoding="utf-8")
        began = time.monotonic()
        done = run(source, target, progress=False)
        wall = time.monotonic() - began
        found = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = used.ru_utime + used.ru_stime
    hurried = sum(line["hurried"] is not None for line in found)
    memory = used.ru_maxrss // 1024
    return (
        f"{count}  {1000 * wall / count:.2f}, {1000 * cpu / count:.2f}  {done.lines}  {done.failed}  "
        f"{hurried}  {memory}"
    )


if __name__ == "__main__":
    sys.exit(main())
