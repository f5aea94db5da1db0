"""A disk that is full, read-only, failing or lying at every touch that building and publishing make."""

import errno
from functools import partial

from qa.faults import broken, tampers
from qa.faults.moments import (
    REFUSES,
    Moments,
    is_write,
    opens_pointer,
    writes_pointer,
    writes_what_is_read,
)
from qa.faults.registry import Fault
from qa.faults.stage import prepare

_PROMISE = (
    "the build ends with a sentence or is done; the old or the new snapshot is served, whole; the next build "
    "publishes the new one and leaves nothing"
)


def _refusing(name: str, injected: str, code: int, sample: int) -> Fault:
    return Fault(
        name,
        injected,
        _PROMISE,
        Moments(partial(tampers.refused_from, code=code), REFUSES, sample, opens_pointer),
        {"a pointer that cannot be written counts as written": broken.refusals_swallowed},
        prepare,
    )


FAULTS = (
    _refusing("disk-full", "ENOSPC from a file call on: nothing more can be written", errno.ENOSPC, sample=3),
    _refusing("disk-read-only", "EROFS from a file call on: the disk was remounted", errno.EROFS, sample=2),
    Fault(
        "disk-error",
        "EIO at one file call",
        _PROMISE,
        Moments(tampers.refused_once, REFUSES, 3, writes_pointer),
        {"the pointer is written in place": broken.written_in_place},
        prepare,
    ),
    Fault(
        "disk-lies",
        "one bit of a write reaches the disk changed, and no error is reported",
        "the build notices and ends with a sentence, or what it published is right all the same",
        Moments(tampers.altered, REFUSES, 5, writes_what_is_read, is_write),
        {"what was written is not read back": broken.not_read_back},
        prepare,
    ),
)
