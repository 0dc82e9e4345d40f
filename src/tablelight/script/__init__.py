"""Readable transcripts that are played on a real table: tests, worked cases and bug reports are written in them."""

from tablelight.script.parse import Case, ScriptError, cases, parse
from tablelight.script.record import record
from tablelight.script.run import CaseResult, Failure, run_case, run_file

__all__ = ["Case", "CaseResult", "Failure", "ScriptError", "cases", "parse", "record", "run_case", "run_file"]
