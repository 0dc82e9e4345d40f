"""The one thread that writes. Jobs that wait together share one transaction, and so one wait for the disk."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue

from msgspec import Struct

from tablelight.store.errors import ClosedError, WriteFailedError

Work = Callable[[sqlite3.Connection], None]

MAX_GROUP = 512
"""Most jobs in one transaction, so that the first of them does not wait for ever."""


class _Job(Struct, frozen=True):
    work: Work
    done: Future[None]


class Writer:
    """Runs jobs in the order they come, on a thread of its own."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """`connection` belongs to the writer until `drain` has returned."""
        self._connection = connection
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._closed = False
        self._gate = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def submit(self, work: Work) -> Future[None]:
        """The future is done when what the job wrote is durable; a job that raises has written nothing.

        Cancelling the future works only until the job's turn comes, and then nothing is written.
        """
        done: Future[None] = Future()
        with self._gate:
            if self._closed:
                done.set_exception(ClosedError("The store is closed."))
            else:
                self._queue.put(_Job(work, done))
        return done

    def drain(self) -> None:
        """Takes no more jobs, does those that wait, and ends the thread."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            group, last = self._next_group()
            jobs = [job for job in group if job.done.set_running_or_notify_cancel()]
            if jobs:
                self._commit(jobs)
            if last:
                return

    def _next_group(self) -> tuple[list[_Job], bool]:
        """Waits for a job, and takes with it those that already wait. True when no more will come."""
        group: list[_Job] = []
        job = self._queue.get()
        while job is not None:
            group.append(job)
            if len(group) == MAX_GROUP:
                return group, False
            try:
                job = self._queue.get_nowait()
            except Empty:
                return group, False
        return group, True

    def _commit(self, jobs: list[_Job]) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            refusals = [self._do(job) for job in jobs]
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            refusals = [_failed(error)] * len(jobs)
        for job, refusal in zip(jobs, refusals, strict=True):
            if refusal is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(refusal)

    def _do(self, job: _Job) -> Exception | None:
        """Runs one job in a savepoint, so that its failure takes no other job with it."""
        self._connection.execute("SAVEPOINT job")
        try:
            job.work(self._connection)
        except Exception as error:
            # After some errors, a full disk among them, SQLite has given up the whole transaction.
            if isinstance(error, sqlite3.Error) and not self._connection.in_transaction:
                raise
            self._connection.execute("ROLLBACK TO job")
            self._connection.execute("RELEASE job")
            return _failed(error) if isinstance(error, sqlite3.Error) else error
        self._connection.execute("RELEASE job")
        return None


def _failed(error: sqlite3.Error) -> WriteFailedError:
    failure = WriteFailedError(f"The database could not be written: {error}.")
    failure.__cause__ = error
    return failure
