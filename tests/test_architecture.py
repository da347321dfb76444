"""The rules of the house (docs/architecture.md): which package may import which, what the sans-IO ones may touch at
all, and that every source file has its test file."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
SOURCES: Final = sorted(path for top in ("protocol", "azi_p2p") for path in (ROOT / top).rglob("*.py"))

ARROWS: Final[dict[str, tuple[str, ...]]] = {
    "protocol": ("protocol",),
    "azi_p2p.game": ("azi_p2p.game",),
    "azi_p2p.table": ("azi_p2p.table", "azi_p2p.game", "protocol"),
    # a bot sees what a person sees, and no more
    "azi_p2p.bots": ("azi_p2p.bots", "azi_p2p.game", "azi_p2p.table.view", "azi_p2p.table.actions"),
    "azi_p2p.terminal": ("azi_p2p.terminal", "azi_p2p.game", "azi_p2p.table.view", "azi_p2p.table.actions",
                         "azi_p2p.table.limits", "protocol.errors"),
    # a stranger needs no node to check a record
    "azi_p2p.verify": ("azi_p2p.proof_pool", "azi_p2p.table", "azi_p2p.game", "protocol"),
    "azi_p2p.proof_pool": ("azi_p2p.table",),
    "azi_p2p.node": ("azi_p2p.node", "azi_p2p.table", "azi_p2p.game", "protocol"),
    # the page checks records as a stranger would
    "azi_p2p.web": ("azi_p2p.web", "azi_p2p.node", "azi_p2p.verify", "azi_p2p.table", "azi_p2p.game", "protocol"),
    "azi_p2p.cli": ("azi_p2p", "protocol"),
    "azi_p2p.__main__": ("azi_p2p.cli",),
    "azi_p2p": (),      # the package itself: nothing
}
"""What each part may import of this project: itself, and what lies below it."""

TELL_THE_VERSION: Final = frozenset({"azi_p2p.node", "azi_p2p.web", "azi_p2p.cli"})
"""These may import the package itself, in which the program's version stands."""

SANS_IO: Final = ("protocol", "azi_p2p.game", "azi_p2p.table")
HARMLESS: Final = frozenset({
    "__future__", "base64", "collections", "contextlib", "copy", "dataclasses", "enum", "functools", "hashlib", "hmac",
    "itertools", "typing", "unicodedata",
})
"""Of the standard library, what has no clock, no entropy and no files: all that sans-IO code may import of it."""

LOADS_A_LIBRARY: Final = {"protocol.sodium": frozenset({"ctypes", "os", "sys"})}
"""The one module below the node that asks the system for something: for a library."""

LIBRARIES: Final = {"protocol": frozenset({"rbcl", "msgpack", "cryptography"})}
"""Of other people's packages, what sans-IO code may import."""

IMPURE_CALLS: Final = frozenset({"open", "input", "print", "exec", "eval", "__import__", "breakpoint"})

WITHOUT_TEST: Final = {
    "protocol/errors.py": "a tree of exceptions with nothing to run; every test of a refusal reads it",
    "azi_p2p/node/discovery.py": "real mDNS takes hosts of its own: tests/lan/test_discovery.py",
    "azi_p2p/__main__.py": "one line; every test that starts a process of the program runs it",
}
"""Source files that need no test file of their own, and why. An `__init__.py` needs none either."""


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part_of(module: str) -> str:
    """The longest entry of ARROWS that the module lies in."""
    return max((part for part in ARROWS if within(module, part)), key=len)


def within(module: str, part: str) -> bool:
    return module == part or module.startswith(part + ".")


def imports(path: Path) -> set[str]:
    """Every module that a file imports, those for type checkers too; of `from a import b` both a and a.b where b is
    a module."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            assert node.module is not None
            inner = {f"{node.module}.{alias.name}" for alias in node.names if is_module(f"{node.module}.{alias.name}")}
            found |= inner if inner and len(inner) == len(node.names) else {node.module, *inner}
    return found


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def is_ours(name: str) -> bool:
    return within(name, "protocol") or within(name, "azi_p2p")


@pytest.mark.parametrize("path", SOURCES, ids=module_of)
def test_arrows_go_one_way(path: Path) -> None:
    module = module_of(path)
    allowed = ARROWS[part_of(module)]
    wrong = sorted(name for name in imports(path) if is_ours(name) and not any(within(name, part) for part in allowed)
                   and not (name == "azi_p2p" and part_of(module) in TELL_THE_VERSION))
    assert not wrong, f"{module} imports {wrong}"


@pytest.mark.parametrize("path", [path for path in SOURCES if any(within(module_of(path), part) for part in SANS_IO)],
                         ids=module_of)
def test_the_core_touches_no_clock_entropy_socket_or_file(path: Path) -> None:
    module = module_of(path)
    libraries = next((names for part, names in LIBRARIES.items() if within(module, part)), frozenset())
    libraries |= LOADS_A_LIBRARY.get(module, frozenset())
    wrong = sorted(name for name in imports(path)
                   if not is_ours(name) and name.split(".")[0] not in HARMLESS | libraries)
    assert not wrong, f"{module} imports {wrong}"
    calls = {node.func.id for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
             if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not calls & IMPURE_CALLS, f"{module} calls {sorted(calls & IMPURE_CALLS)}"


def test_every_part_is_placed() -> None:
    """A new package has to be given its arrows: `azi_p2p` itself, which may import nothing, is no place for it."""
    unplaced = [module for path in SOURCES if (module := module_of(path)) != "azi_p2p" and part_of(module) == "azi_p2p"]
    assert unplaced == []


def test_file_of(path: Path) -> Path:
    relative = path.relative_to(ROOT)
    if relative.parts[0] == "azi_p2p":
        relative = relative.relative_to("azi_p2p")
    return ROOT / "tests" / relative.with_name(f"test_{relative.name}")


test_file_of.__test__ = False   # type: ignore[attr-defined]  # its name reads well, and it is no test


def test_every_source_file_has_its_test_file() -> None:
    sources = {path.relative_to(ROOT).as_posix(): path for path in SOURCES if path.name != "__init__.py"}
    missing = [test_file_of(path).relative_to(ROOT).as_posix() for name, path in sources.items()
               if name not in WITHOUT_TEST and not test_file_of(path).is_file()]
    assert missing == []


def test_exceptions_have_no_test_file() -> None:
    assert [name for name in WITHOUT_TEST if test_file_of(ROOT / name).is_file()] == []


def test_exceptions_exist() -> None:
    assert [name for name in WITHOUT_TEST if not (ROOT / name).is_file()] == []


def test_nothing_reads_the_specification_at_run_time() -> None:
    """Every file of the project stands alone: the page that it was built from lies outside."""
    outside = Path("..", "shared").as_posix()     # so that this file may be looked at as well
    ours = [*SOURCES, *(ROOT / "tests").rglob("*.py"), *(ROOT / "protocol").rglob("*.json"), ROOT / "pyproject.toml",
            *(path for path in (ROOT / "Makefile", ROOT / ".ci" / "run") if path.is_file())]
    assert [path for path in ours if outside in path.read_text(encoding="utf-8")] == []
