"""The documentation tells of what is there: files, functions, commands, options, kinds, limits and links."""

from __future__ import annotations

import ast
import re
import shlex
from functools import cache
from pathlib import Path

import pytest

from azi_p2p.cli.root import COMMANDS, azi
from azi_p2p.game.options import NAMES
from azi_p2p.table.kinds import FOUND, INVITE, REQUESTS, STEP_KINDS, VERDICTS, Stage

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "protocol" / "README.md", *(ROOT / "docs").glob("*.md")])
NAMED = re.compile(r"`((?:protocol|azi_p2p|tests)/[\w/]+\.(?:py|js))(?::([\w.]+))?`")


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def defined(path: Path) -> frozenset[str]:
    """The classes, functions and methods of a source file; of a script, what it declares for all of itself."""
    if path.suffix == ".js":
        declared = r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)"
        return frozenset(re.findall(declared, text(path), re.MULTILINE))
    names: set[str] = set()
    for node in ast.parse(text(path)).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{inner.name}" for inner in node.body
                      if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)}
    return frozenset(names)


NAMES_IN_PAGES = [(page, path, name) for page in PAGES for path, name in NAMED.findall(text(page))]


@pytest.mark.parametrize(("page", "path", "name"), NAMES_IN_PAGES, ids=lambda value: str(value).rpartition("/")[2])
def test_every_file_and_function_that_a_page_names_is_there(page: Path, path: str, name: str) -> None:
    assert (ROOT / path).is_file(), f"{page.name} names {path}"
    assert not name or name in defined(ROOT / path), f"{page.name} names {path}:{name}"


def test_one_card_is_followed_through_every_part() -> None:
    section = text(ROOT / "docs" / "architecture.md").partition("## One played card")[2].partition("\n## ")[0]
    parts = {path.rpartition("/")[0] for path, _ in NAMED.findall(section)}
    wanted = {f"azi_p2p/{part}" for part in ("terminal", "web", "node", "table", "game", "bots")}
    assert wanted | {"protocol", "azi_p2p"} <= parts


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text(page)):
        assert target.startswith("https://") or (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_record_page_names_every_kind_and_stage() -> None:
    page = text(ROOT / "docs" / "record.md")
    for kind in (FOUND, INVITE, *REQUESTS, *VERDICTS, *STEP_KINDS):
        assert f"`{kind}`" in page, kind
    for stage in Stage:
        assert f"\n| {stage} |" in page, stage


def test_the_record_page_names_every_label_that_the_table_hashes_under() -> None:
    page = text(ROOT / "docs" / "record.md")
    sources = "".join(text(path) for path in (ROOT / "azi_p2p" / "table").glob("*.py"))
    labels = set(re.findall(r'\bdigest\("([a-z ]+)"', sources))
    assert labels == {"game", "short code", "evidence"}
    for label in labels:
        assert f'digest("{label}"' in page


def test_the_rules_page_has_a_row_for_every_option() -> None:
    page = text(ROOT / "docs" / "rules.md")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == list(NAMES)


# --- the README ---

README = text(ROOT / "README.md")
EXAMPLES = sorted({line.partition("  ")[0] for block in re.findall(r"```(?:sh|)\n(.*?)```", README, re.DOTALL)
                   for line in block.splitlines() if line.startswith("azi ")})


def test_the_readme_tells_of_every_command() -> None:
    for command in COMMANDS:
        assert re.search(rf"\bazi {command}\b", README), command


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_commands_of_the_readme_are_understood(example: str) -> None:
    """Every word of every example is taken by the command line (nothing is run)."""
    import click
    words = shlex.split(example)[1:]
    context = click.Context(azi)
    command = azi.get_command(context, words[0])
    assert command is not None, example
    command.make_context(words[0], words[1:], parent=context, resilient_parsing=False)


def test_the_readme_tells_of_every_option() -> None:
    for name in NAMES:
        assert f"`--{name.replace('_', '-')}`" in README, name


def test_the_two_commands_are_on_the_first_screen() -> None:
    first = "\n".join(README.splitlines()[:24])
    assert "make play" in first
    assert "make test" in first


def test_the_makefile_has_what_the_readme_says() -> None:
    makefile = text(ROOT / "Makefile")
    for target in set(re.findall(r"\bmake ([a-z]+)\b", README)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
