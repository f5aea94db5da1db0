"""No trip gets longer: the bounds are what was measured, and follow what is measured downwards."""

import pytest

from qa.trips import Trip, files_of, trips
from tests.support.sample_warehouse import sample_warehouse

BOUNDS = {"compute": (295, 47), "live count": (72, 20), "import of a CSV": (202, 31)}
"""The most functions and files."""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Trip]:
    return trips(sample_warehouse(tmp_path_factory).root, tmp_path_factory.mktemp("trips"))


@pytest.mark.parametrize("name", BOUNDS)
def test_a_trip_is_no_longer_than_before(found: dict[str, Trip], name: str) -> None:
    trip, (functions, files) = found[name], BOUNDS[name]
    told = "\n".join(f"{file}: {function}" for file, function in sorted(trip))
    assert len(trip) <= functions, f"{len(trip)} functions, at most {functions} expected:\n{told}"
    assert len(files_of(trip)) <= files, f"{len(files_of(trip))} files, at most {files} expected"


def test_a_trip_has_the_functions_of_every_thread_and_of_what_they_call(found: dict[str, Trip]) -> None:
    assert ("service/answers/compute.py", "compute") in found["compute"]
    assert ("core/figures/formulas.py", "wilson") in found["compute"]
    assert ("core/figures/formulas.py", "wilson") not in found["live count"]
    assert ("core/importing/merge.py", "merged") in found["import of a CSV"]


def test_files_are_counted_once() -> None:
    assert files_of(frozenset({("a.py", "f"), ("a.py", "g"), ("b.py", "f")})) == {"a.py", "b.py"}
