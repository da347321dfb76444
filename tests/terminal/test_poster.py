"""Posters: the link in one piece, a QR code that says what it should, room for both."""

from __future__ import annotations

import segno
from rich.text import Text

from azi_p2p.terminal.glyphs import ASCII, UNICODE
from azi_p2p.terminal.poster import QUIET_MODULES, Poster, next_to, page, qr_lines

CODE = "AZI://192.168.100.150:4747/FAAK3OKGYSH5ZJAH4YIF"
HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}


def test_the_lines_are_the_modules_of_the_code() -> None:
    lines = qr_lines(CODE)
    modules = [[HALVES[sign][half] for sign in line.plain] for line in lines for half in (0, 1)]
    wanted = [list(row) for row in segno.make_qr(CODE, error="l", boost_error=False).matrix_iter(border=QUIET_MODULES)]
    assert [[int(module) for module in row] for row in wanted] == modules[:len(wanted)]
    assert not any(any(row) for row in modules[len(wanted):])


def test_it_is_drawn_dark_on_light_and_fits_a_small_terminal() -> None:
    lines = qr_lines(CODE)
    assert len(lines) <= 15
    assert {line.cell_len for line in lines} == {29}
    assert {line.style for line in lines} == {"black on white"}


def test_no_code_in_letters() -> None:
    assert Poster((), CODE).qr(ASCII) == []
    assert Poster(()).qr(UNICODE) == []
    assert len(Poster((), CODE).qr(UNICODE)) == 15


def test_lines_and_link_are_harmless_and_wrapped() -> None:
    poster = Poster(("join \x1b[2Jme", "word " * 30), link="azi://" + "x" * 100)
    assert all(line.cell_len <= 40 for line in [*poster.text(40, UNICODE), *poster.below(40, UNICODE)])
    assert "\x1b" not in poster.text(40, UNICODE)[0].plain
    assert "".join(line.plain for line in poster.below(40, UNICODE)) == "azi://" + "x" * 100
    assert Poster(()).below(40, UNICODE) == []


def test_as_a_page_during_a_hand() -> None:
    poster = Poster(("By address: azi join 10.0.0.1:4747",), CODE, "azi://10.0.0.1:4747/FAAK")
    lines = [line.plain for line in page(poster, "K7Q2MPA", 80, 22, 40, UNICODE)]
    assert lines[0].startswith("The table's code is K7Q2MPA: ")
    assert "█▀▀▀▀▀█" in lines[1]
    assert any(line.startswith("By address: azi join 10.0.0.1:4747") for line in lines)
    assert lines[-1] == "azi://10.0.0.1:4747/FAAK"
    narrow = [line.plain for line in page(poster, "", 40, 10, 40, UNICODE)]
    assert narrow == ["The table's code comes with the first", "deal.", "By address: azi join 10.0.0.1:4747",
                      "azi://10.0.0.1:4747/FAAK"]


def test_next_to_each_other() -> None:
    lines = next_to([Text("left"), Text("ab")], [Text("R"), Text("R"), Text("R")], 8)
    assert [line.plain for line in lines] == ["left   R", "ab     R", "       R"]
