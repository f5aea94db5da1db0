"""The life of a warehouse as a state machine of Hypothesis: commands, what goes wrong with them, readers.

After each step the warehouse is held to what a reader may see: always one whole snapshot that was published,
equal to a full build of its bars, and never an older one unless it was rolled back or restored; and
`almanac status` has to say the truth.
"""

import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from core.build.status import status_of
from core.market.calendar import exchange_calendar
from core.warehouse.due import DueSession, due_session
from core.warehouse.integrity import is_whole
from core.warehouse.snapshots import current_id, published
from qa.faults.reads import Reads
from qa.faults.sign_ins import faults_of_state
from qa.faults.stage import REFUSED, content_of
from qa.faults.tampers import KILLED
from qa.faults.touches import Tamper, Watch
from qa.sim import draws
from qa.sim.bars import FIRST_BARS, SESSIONS
from qa.sim.definitions import WHATS, What
from qa.sim.expected import Expected, File
from qa.sim.mishaps import CLOCKS, KILLS, Mishap, Moment
from qa.sim.pauses import Work, both_ended
from qa.sim.world import SYMBOL, World, built_there, first_snapshots
from service.snapshots.store import SnapshotStore


@dataclass
class Reader:
    """A running service; `position` is the place of what it serves in the order of publication."""

    store: SnapshotStore
    position: int = -1


class Life(RuleBasedStateMachine):
    """One warehouse with its backup and readers; `order` are the served snapshots as they came."""

    counts: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.world = World()
        self.expected = Expected(FIRST_BARS[-1])
        self.kept: Expected | None = None
        self.built = {each.manifest.snapshot_id: each for each in first_snapshots()}
        self.order = list(self.built)
        self.made_of: dict[str, tuple[str, ...]] = {self.order[-1]: self.world.digests()}
        self.sessions = dict(zip(self.order, map(frozenset, FIRST_BARS), strict=True))
        self.readers: list[Reader] = []
        self.seen_at: tuple[object, ...] = ()

    def teardown(self) -> None:
        self.world.close()

    @rule(file=draws.FILES)
    def file_arrives(self, file: File) -> None:
        """A file of a session waits in the drop folder: the next one, a late one or a correction."""
        self.expected.arrive(self.world.warehouse.drop / SYMBOL, file)

    @rule(mishap=draws.mishaps(draws.NIGHT))
    def night(self, mishap: Mishap | None) -> None:
        self._night(mishap)

    @precondition(lambda self: max(self.expected.bars) < SESSIONS[-1])
    @rule(version=draws.VERSIONS, mishap=draws.mishaps(draws.NIGHT))
    def next_evening(self, version: int, mishap: Mishap | None) -> None:
        """The session after the last one ends, its file arrives, and the nightly run comes."""
        session = next(each for each in SESSIONS if each > max(self.expected.bars))
        self.world.clock.set_to(session)
        self.expected.arrive(self.world.warehouse.drop / SYMBOL, (session, version))
        self._night(mishap)

    def _night(self, mishap: Mishap | None) -> None:
        due, before = self._due().session, self.expected.bars
        code = self._run(self.world.night, mishap)
        self.expected.imported(self.world.warehouse)
        self._built(code)
        assert code or not self.expected.waiting, "a night left files in the drop folder"
        is_cut = code == KILLED and before != self.expected.bars
        self.expected.is_cut.pop(due, None)
        if code == 0 or is_cut:
            self.expected.is_cut[due] = is_cut

    @rule(mishap=draws.mishaps(draws.BUILD) | draws.LIES)
    def build(self, mishap: Mishap | None) -> None:
        self._built(self._run(self.world.build, mishap))

    @rule(file=draws.FILES, mishap=draws.mishaps(draws.IMPORT))
    def import_file(self, file: File, mishap: Mishap | None) -> None:
        path = self.expected.save(self.world.root / "given", file)
        code = self._run(lambda: self.world.import_file(path), mishap)
        self.expected.given(self.world.warehouse, file, may_be_before=code != 0)

    @rule(mishap=draws.mishaps(draws.ROLLBACK))
    def roll_back(self, mishap: Mishap | None) -> None:
        """`almanac rollback`, to the snapshot that the served one replaced."""
        before, earlier = self._served(), self._earlier()
        code = self._run(self.world.roll_back, mishap, may_refuse=earlier is None)
        served = self._served()
        assert served in (before, earlier) or earlier is None, f"{served} is served after a rollback"
        assert code or served == (earlier or served), f"a rollback to {earlier} left {served} served"
        self.order.append(served)

    @rule(mishap=draws.mishaps(draws.BACKUP))
    def back_up(self, mishap: Mishap | None) -> None:
        """`almanac backup`; once more where there is none after a mishap."""
        self._without_backup()
        if self._run(self.world.back_up, mishap) and not self.world.backup.exists():
            self._run(self.world.back_up)
        self._backed_up(self.expected)

    @precondition(lambda self: self.kept)
    @rule(mishap=draws.mishaps(draws.RESTORE))
    def restore(self, mishap: Mishap | None) -> None:
        """`almanac restore --replace`; once more after a mishap."""
        if self._run(self.world.restore, mishap):
            self._run(self.world.restore)
        for replaced in self.world.root.glob("*/.replaced-*"):
            shutil.rmtree(replaced)
        assert self.kept is not None
        self.expected = self.kept.copied()
        self.expected.require(self.world.warehouse)
        assert self._served() == current_id(self.world.in_backup.snapshots(SYMBOL))
        assert not faults_of_state(self.world.state), faults_of_state(self.world.state)
        self.order.append(self._served())

    @rule(hours=draws.HOURS)
    def clock_jumps(self, hours: int) -> None:
        self.world.clock.set(timedelta(hours=hours))

    @rule(what=st.sampled_from(WHATS))
    def definitions_change(self, what: What) -> None:
        self.world.definitions.change(what)

    @rule(pair=draws.PAIRS, file=draws.FILES)
    def two_at_once(self, pair: tuple[str, Moment], file: File) -> None:
        """One command stands still at a touch of the disk while another does all its work."""
        names, moment = pair
        if names == "rollback during build":
            self._rollback_during_build(moment)
        elif names == "backup during import":
            self._backup_during_import(file, moment)
        elif names == "build and sign-up during backup":
            self._build_during_backup(moment)
        else:
            first, watch = (self.world.verify, Reads) if "verify" in names else (self.world.build, Watch)
            self._both(first, self.world.build, moment, watch=watch)
            self._built(0)

    def _rollback_during_build(self, moment: Moment) -> None:
        """A rollback that says it is done is not undone by the build."""
        before = self._earlier()
        _, code = self._both(self.world.build, self.world.roll_back, moment, may_refuse=True)
        self._learn()
        new, served = self.world.built_in_full().manifest.snapshot_id, self._served()
        self.order += [new, served]
        is_undone = served not in (before, self._replaced_by(new))
        assert code or before is None or not is_undone, f"the build undid a rollback and serves {served}"

    def _backup_during_import(self, file: File, moment: Moment) -> None:
        """The backup has the old or the new bars."""
        self._without_backup()
        before, path = self.expected.copied(), self.expected.save(self.world.root / "given", file)
        self._both(lambda: self.world.import_file(path), self.world.back_up, moment)
        self.expected.given(self.world.warehouse, file, may_be_before=False)
        self._backed_up(before, self.expected)

    def _build_during_backup(self, moment: Moment) -> None:
        """The backup has one of the two snapshots, and every earlier account."""
        self._without_backup()
        name = f"person{len(self.order)}@later.example"
        self._both(self.world.back_up, lambda: self.world.build_and_sign_up(name), moment)
        self._built(0)
        self._backed_up(self.expected)

    @rule()
    def reader_starts(self) -> None:
        """A service more, or one in the place of the second."""
        self.readers = [Reader(self.world.reader()), *self.readers[:1]]
        self._look(self.readers[0])

    @rule()
    def readers_look(self) -> None:
        for reader in self.readers:
            reader.store.refresh()
            self._look(reader)

    @invariant()
    def what_is_there_is_right(self) -> None:
        """A service that starts now serves it, whole, and `almanac status` says the truth."""
        self.counts["steps"] += 1
        now = self.world.runs, self.world.clock.ahead, self.world.definitions.changed
        if self.seen_at == now:
            return
        self.seen_at = now
        self._look(Reader(self.world.reader()))
        assert is_whole(self.world.directory / self._served()), f"{self._served()} is not whole"

        self._require_true_status()

    def _require_true_status(self) -> None:
        found = status_of(self.world.warehouse, SYMBOL, self.world.clock.now())
        due, served = self._due(), self._served()
        sessions, tonight = self.sessions[served], found.tonight
        first, last = date.fromisoformat(min(sessions)), date.fromisoformat(max(sessions))
        absent = [day for day in due.recent if day >= first and (str(day) not in sessions or day > last)]
        state = "ok"
        if tonight is not None and due.session in absent:
            state = "stale"
        elif self.made_of.get(served) != self.world.digests():
            state = "outdated"
        elif tonight is not None and (absent or tonight.has_failed):
            state = "incomplete"
        assert found.state == state, f"status says {found.state}, expected {state}: {found.detail}"
        is_cut = self.expected.is_cut.get(due.session)
        if is_cut is not None:
            ended = [each.ended for each in tonight.night.tries] if tonight and tonight.night else []
            assert ended, f"the night of {due.session} left no record"
            assert (ended[-1] is None) == is_cut, f"the night of {due.session}: runs ended {ended}"

    def _run(self, work: Work, mishap: Mishap | None = None, *, may_refuse: bool = False) -> int:
        """Do a command's work; returns its exit code, which has to be an allowed one."""
        code = self.world.run(work, mishap)
        ends = {0}
        if mishap is not None:
            self.counts["mishaps"] += 1
            ends |= {KILLED} if mishap.kind in KILLS else set() if mishap.kind in CLOCKS else {REFUSED}
        assert code in ends | ({REFUSED} if may_refuse else set()), f"it ended with {code}"
        return code

    def _both(
        self,
        first: Work,
        other: Work,
        moment: Moment,
        *,
        watch: Callable[[Path, Tamper], object] = Watch,
        may_refuse: bool = False,
    ) -> tuple[int, int]:
        """Do both, the second at a moment of the first; returns both exit codes."""
        self.counts["mishaps"] += 1
        codes = both_ended(self.world, first, other, moment, watch)
        ends = (0, REFUSED) if may_refuse else (0,)
        assert all(code in ends for code in codes), f"they ended with {codes}"
        return codes

    def _built(self, code: int) -> None:
        """Hold what is there after a build or night to a full build of the bars."""
        self._learn()
        served = self._served()
        if code == 0 or served != self.order[-1]:
            full = self.world.built_in_full()
            assert served == full.manifest.snapshot_id, f"{served} is served, and not what the bars make"
        if code == 0:
            left = [path.name for path in self.world.directory.glob(".*") if path.name != ".lock"]
            assert not left, f"a build left {left}"
        self.order.append(served)

    def _learn(self) -> None:
        """Hold every snapshot that is new on the disk to a full build of the bars."""
        for name in [each.snapshot_id for each in published(self.world.directory)]:
            if name not in self.built:
                full = self.world.built_in_full()
                assert built_there(self.world.warehouse, name) == full, f"{name} differs from a full build"
                self.built[name], self.made_of[name] = full, self.world.digests()
                self.sessions[name] = frozenset(self.expected.bars)

    def _look(self, reader: Reader) -> None:
        found = reader.store.snapshots.get(SYMBOL)
        assert found is not None, "nothing is served, though a whole snapshot was there"
        assert found.id == self._served(), f"a reader has {found.id}, the pointer names {self._served()}"
        assert content_of(found) == self.built[found.id].content, f"{found.id} says something else"
        position = len(self.order) - 1 - self.order[::-1].index(found.id)
        assert position >= reader.position, f"{found.id} is older than what the reader had"
        reader.position = position
        self.counts["readers compared"] += 1

    def _backed_up(self, *expected: Expected) -> None:
        """Restore the backup elsewhere, verify it there, and keep what it has."""
        with self.world.restored_elsewhere() as elsewhere:
            self.kept = next(each.copied() for each in expected if each.is_in(elsewhere.warehouse))
            found = elsewhere.reader().snapshots.get(SYMBOL)
            assert found is not None, "a restored backup serves nothing"
            assert found.id in self.order[-2:], f"a restored backup serves {found.id}"
            assert content_of(found) == self.built[found.id].content, f"{found.id} came back as another"
            assert not faults_of_state(elsewhere.state), faults_of_state(elsewhere.state)

    def _without_backup(self) -> None:
        self.kept = None
        shutil.rmtree(self.world.backup, ignore_errors=True)

    def _served(self) -> str:
        return str(current_id(self.world.directory))

    def _earlier(self) -> str | None:
        return self._replaced_by(self._served())

    def _replaced_by(self, snapshot_id: str) -> str | None:
        """The snapshot that a snapshot replaced, if that is still there and whole."""
        known = {each.snapshot_id: each.replaces for each in published(self.world.directory)}
        replaced = known.get(snapshot_id)
        return replaced if replaced in known and is_whole(self.world.directory / replaced) else None

    def _due(self) -> DueSession:
        return due_session(self.world.clock.now(), exchange_calendar())
