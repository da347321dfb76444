"""Where libsodium comes from: rbcl's, which leaves nothing behind, else the system's, else one clear line."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import rbcl

from protocol.sodium import IS_VALID, NAMES, SystemSodium
from tests.protocol.seats import Stream

TWO_POINTS = ("crypto_core_ristretto255_add", "crypto_core_ristretto255_sub")
WIDE = ("crypto_core_ristretto255_scalar_reduce", "crypto_core_ristretto255_from_hash")
GENERATOR = "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """rbcl's libsodium as a system has it: a file libsodium.so."""
    path = tmp_path / "lib" / "libsodium.so"
    path.parent.mkdir()
    path.write_bytes(sys.modules["rbcl._sodium"].sodium_bs)
    return path


def inputs(name: str, stream: Stream) -> tuple[bytes, ...]:
    def scalar() -> bytes:
        return bytes(rbcl.crypto_core_ristretto255_scalar_reduce(stream(64)))

    def point() -> bytes:
        return bytes(rbcl.crypto_core_ristretto255_from_hash(stream(64)))

    if name in WIDE:
        return (stream(64),)
    if name in TWO_POINTS:
        return (point(), point())
    if name.startswith("crypto_scalarmult"):
        return (scalar(),) if name.endswith("base") else (scalar(), point())
    return (scalar(),) if name.endswith("negate") else (scalar(), scalar())


@pytest.mark.parametrize("name", NAMES)
def test_the_system_s_answers_as_rbcl_s(library: Path, name: str) -> None:
    system, stream = SystemSodium(ctypes.CDLL(str(library))), Stream(name)
    for _ in range(20):
        given = inputs(name, stream)
        assert getattr(system, name)(*given) == getattr(rbcl, name)(*given)


def test_the_system_s_refuses_what_rbcl_s_refuses(library: Path) -> None:
    system: Any = SystemSodium(ctypes.CDLL(str(library)))
    point, one = bytes.fromhex(GENERATOR), bytes([1]) + bytes(31)
    assert getattr(system, IS_VALID)(point)
    assert not getattr(system, IS_VALID)(b"\1" * 32)
    for scalar, element in ((bytes(32), point), (one, bytes(32)), (one, b"\1" * 32)):
        with pytest.raises(RuntimeError):
            system.crypto_scalarmult_ristretto255(scalar, element)
        with pytest.raises(RuntimeError):
            rbcl.crypto_scalarmult_ristretto255(scalar, element)


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | environment,
                          check=False)


def without_rbcl(directory: Path) -> str:
    """A PYTHONPATH under which rbcl cannot be imported."""
    (directory / "rbcl.py").write_text("raise ImportError('no build of rbcl here')\n")
    return os.pathsep.join((str(directory), str(Path.cwd())))


def test_no_file_is_left_behind(tmp_path: Path) -> None:
    """rbcl leaves its library in the temporary directory, 2.7 MB at every start, if nobody removes it."""
    done = python("from protocol.group import GENERATOR; print(GENERATOR.data.hex())", TMPDIR=str(tmp_path))
    assert (done.stdout.strip(), done.stderr) == (GENERATOR, "")
    assert list(tmp_path.iterdir()) == []


def test_without_rbcl_the_system_s_is_taken(tmp_path: Path, library: Path) -> None:
    done = python("from protocol.group import GENERATOR; print(GENERATOR.data.hex())",
                  PYTHONPATH=without_rbcl(tmp_path), LD_LIBRARY_PATH=str(library.parent))
    assert (done.stdout.strip(), done.stderr) == (GENERATOR, "")


def test_without_any_the_program_says_what_to_install(tmp_path: Path) -> None:
    code = ("import ctypes\n"
            "def absent(*_): raise OSError('not there')\n"
            "ctypes.CDLL = absent\n"
            "from azi_p2p.cli import main\n"
            "raise SystemExit(main(['bench']))")
    done = python(code, PYTHONPATH=without_rbcl(tmp_path))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "pkg install libsodium" in done.stderr
