"""Solving Qomet on a CUDA device: run the program built with `QUINTET_CUDA=ON`."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quintet import _core
from quintet.errors import BadOption
from quintet.i18n.sentence import Sentence, sentence
from quintet.options import write_value
from quintet.tablebase.draft import Draft
from quintet.tablebase.solver import Work

PROGRAM = "qomet_complete_cuda"
_POLL = 0.2  # seconds between looks at whether to stop


def find_program() -> Path:
    """Return the program for CUDA devices; raise `BadOption` if it was not built."""
    program = Path(_core.__file__).with_name(PROGRAM)
    if not program.is_file():
        raise _bad_device(
            sentence(
                "This installation has no solver for CUDA devices. Install Quintet from source "
                "with `-C cmake.define.QUINTET_CUDA=ON`."
            )
        )
    return program


def solve_on_device(draft: Draft, stars: int, options: Mapping[str, Any], work: Work) -> None:
    """Fill the values of a draft; the program also checks a million of them."""
    path, offset = draft.values_place
    command = [str(find_program()), "--stars", str(stars)]
    command += ["--undo", write_value(options["undo"])]
    command += ["--corner-exit", write_value(options["corner_exit"])]
    command += ["--values", str(path), "--offset", str(offset)]

    def run(progress: _core.Progress) -> tuple[int, str]:
        with subprocess.Popen(  # noqa: S603 - our own program
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as process:
            while True:
                try:
                    _, said = process.communicate(timeout=_POLL)
                except subprocess.TimeoutExpired:
                    if progress.stopped:
                        process.terminate()
                else:
                    return process.returncode, said.strip()

    status, said = work.run(sentence("solving on the device"), 1, run)
    if status != 0:
        raise _bad_device(
            sentence("The solver for CUDA devices failed: {message}", message=said or str(status))
        )


def _bad_device(said: Sentence) -> BadOption:
    return BadOption(said, option="device", value="cuda")
