"""Frames on a terminal, as a terminal shows them."""

from __future__ import annotations

import io

import pyte
import pytest
from rich.text import Text

from azi_p2p.terminal.display import Display
from azi_p2p.terminal.outlet import Outlet


class Stream(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture
def stream(monkeypatch) -> Stream:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("LINES", "4")
    return Stream()


def shown(stream: Stream) -> list[str]:
    screen = pyte.Screen(20, 4)
    pyte.Stream(screen).feed(stream.getvalue())
    return [line.rstrip() for line in screen.display]


def test_frames_replace_each_other(stream: Stream) -> None:
    with Display(stream) as display:
        display.show(lambda width, height, _: [Text(f"{width} x {height}"), Text("a long line"), Text(), Text("end")])
        assert shown(stream) == ["20 x 4", "a long line", "", "end"]
        display.show(lambda *_: [Text("x"), Text("y", style="bold red")])
        assert shown(stream) == ["x", "y", "", ""]
        full = [Text("0123456789" * 3)] * 4
        display.show(lambda *_: full)
        assert shown(stream) == ["01234567890123456789"] * 4
    assert stream.getvalue().endswith("\x1b[?25h\x1b[?1049l")


def test_the_same_frame_is_not_written_again(stream: Stream) -> None:
    with Display(stream) as display:
        display.show(lambda *_: [Text("x")])
        before = stream.getvalue()
        display.show(lambda *_: [Text("x")])
        assert stream.getvalue() == before
        display.forget()
        display.show(lambda *_: [Text("x")])
        assert stream.getvalue() != before


def test_markup_stays_text(stream: Stream) -> None:
    with Display(stream) as display:
        display.show(lambda *_: [Text("[red]a[/red] :dog:")])
        assert shown(stream)[0] == "[red]a[/red] :dog:"


def test_dumb_terminal_gets_no_cursor_movement(stream: Stream, monkeypatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    with Display(stream) as display:
        display.show(lambda *_: [Text("a"), Text("b")])
    assert stream.getvalue() == "a\nb\n"


def test_a_terminal_that_is_behind_gets_the_newest_frame_later(stream: Stream, monkeypatch) -> None:
    with Display(stream) as display:
        monkeypatch.setattr(Outlet, "is_free", False)
        display.show(lambda *_: [Text("old")])
        monkeypatch.setattr(Outlet, "is_free", True)
        display.show(lambda *_: [Text("new")])
    assert "old" not in stream.getvalue()
    assert "new" in stream.getvalue()
