"""One screen: a view, a prompt and a size become lines of text. A pure function: no terminal, no clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.text import Text

from azi_p2p.table.limits import STEP_SECONDS
from azi_p2p.terminal.cards import CARD_LINES, back, beside, face, style_of, under
from azi_p2p.terminal.help import help_lines
from azi_p2p.terminal.menu import seat_of_mine
from azi_p2p.terminal.poster import Poster, next_to, page
from azi_p2p.terminal.seats import seat_lines
from azi_p2p.terminal.words import STAGE_WORDS, counted, listed, story, wrap

if TYPE_CHECKING:
    from azi_p2p.game.cards import Card
    from azi_p2p.table.view import CardView, View
    from azi_p2p.terminal.glyphs import Glyphs
    from azi_p2p.terminal.keys import Prompt
    from azi_p2p.terminal.menu import Choice

LEAST_WIDTH: Final = 40
LEAST_HEIGHT: Final = 12
BIG_CARDS_HEIGHT: Final = 22
"""Lines from which cards are drawn five lines high: below, six seats and two lines of history do not fit."""

BAR_WIDTH: Final = 20
LEAST_SEATS: Final = 2

CHOICE_STAGES: Final = ("discard", "bid", "play", "enter")


@dataclass(frozen=True, slots=True)
class Scene:
    """What a screen shows: `said` are (name, line) of the table's talk, `news` are the node's own lines.

    `poster` stands on the table until the first hand, for those who are to come; from then on it is a page.
    """

    view: View
    prompt: Prompt
    said: tuple[tuple[str, str], ...] = ()
    news: tuple[str, ...] = ()
    poster: Poster | None = None


def draw(scene: Scene, width: int, height: int, glyphs: Glyphs) -> list[Text]:
    """Exactly `height` lines of at most `width` cells. Below 40 x 12 it only asks for a larger window."""
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        words = wrap(f"This window is too small: at least {LEAST_WIDTH} x {LEAST_HEIGHT}.", max(width, 1))
        return _exactly([Text(line) for line in words], height)
    bottom = _prompt_lines(scene.prompt, width, glyphs)
    view = scene.view
    if scene.prompt.page:
        return [*_exactly(_page(scene, width, height - len(bottom), glyphs), height - len(bottom)), *bottom]
    if scene.poster is not None and view.hand_number == 0 and str(view.stage) == "open":
        top = _waiting(scene, scene.poster, width, height - len(bottom), glyphs)
        return [*_exactly(top, height - len(bottom)), *bottom][:height]
    top = [
        *_header(view, width, glyphs),
        *seat_lines(view, width, glyphs),
        _turn_line(view, width, glyphs),
        *_trick_lines(view, width, glyphs),
        *_card_lines(view, width, glyphs, big=height >= BIG_CARDS_HEIGHT),
    ]
    room = height - len(top) - len(bottom)
    lines = [*top, *_history(scene, width, room, glyphs)] if room > 0 else top
    return [*_exactly(lines, height - len(bottom)), *bottom][:height]


def _page(scene: Scene, width: int, height: int, glyphs: Glyphs) -> list[Text]:
    """What is read in the place of the table."""
    if scene.prompt.page == "address":
        return page(scene.poster or Poster(()), scene.view.short_code, width, height, LEAST_WIDTH, glyphs)
    return [Text(line) for line in help_lines(scene.view, width, glyphs)]


def _waiting(scene: Scene, poster: Poster, width: int, height: int, glyphs: Glyphs) -> list[Text]:
    """The table before its first hand: who is here, and how others come; the QR code at the right if there is room."""
    code, left = poster.qr_beside(width, height, LEAST_WIDTH, glyphs)
    lines = [*_header(scene.view, left, glyphs), *seat_lines(scene.view, left, glyphs),
             _turn_line(scene.view, left, glyphs), Text(), *poster.text(left, glyphs)]
    lines = [*next_to(lines, code, width), *poster.below(width, glyphs)]
    room = height - len(lines) - 1
    return [*lines, Text(), *_history(scene, width, room, glyphs)] if room > 0 else lines


def _exactly(lines: list[Text], count: int) -> list[Text]:
    return [*lines, *(Text() for _ in range(count - len(lines)))][:max(count, 0)]


def _header(view: View, width: int, glyphs: Glyphs) -> list[Text]:
    code = f"code {view.short_code}" if view.short_code else ""
    place = f"hand {view.hand_number}" if view.hand_number else "no hand yet"
    if view.deal_number > 1:
        place += f", deal {view.deal_number}"
    right = f"  {code}" if code else ""
    left = glyphs.fit(f"{view.table_name} {glyphs.dot} {place}", width - len(right))
    first = Text(left, style="bold").append(right)
    facts = [f"pot {view.pot}", f"level {view.level}", STAGE_WORDS[str(view.stage)]]
    if view.trump is not None:
        trump = f"trump {glyphs.card(view.trump)}"
        facts.insert(2, f"{trump}, shokha: the six is highest" if view.shokha else trump)
    if view.unchecked:
        facts.append(f"{counted(view.unchecked, 'old proof')} to check")
    lines = [first, Text(glyphs.fit(f" {glyphs.dot} ".join(facts), width))]
    if view.trouble:
        lines.append(Text(glyphs.fit(f"! {view.trouble}", width), style="bold reverse"))
    return lines


def _turn_line(view: View, width: int, glyphs: Glyphs) -> Text:
    """Whose turn it is, with the time left as a bar and as a number."""
    due = [seat for seat in view.seats if seat.due]
    if str(view.stage) == "closed":
        return Text("The table is closed.")
    if str(view.stage) == "open" and len(view.seats) < LEAST_SEATS:
        return Text("Waiting for somebody to sit down.")
    if view.may_start and view.hand_number == 0:
        return Text("Start the first hand when all are here.", style="bold")
    if not due:
        return Text()
    mine = any(seat.chair == view.me for seat in due)
    if view.legal is not None:
        words = "Your turn"
    elif mine and len(due) == 1:
        words = "Your node is at work"
    else:
        names = listed(glyphs.say(seat.name) for seat in due if seat.chair != view.me)
        words = f"Waiting for {names}"
    times = [seat.seconds_left for seat in due if seat.seconds_left is not None]
    left = glyphs.ellipsis
    bar = ""
    if times:
        limit: float = view.options.turn_seconds if str(view.stage) in CHOICE_STAGES else STEP_SECONDS
        seconds = max(0.0, min(times))
        full = min(BAR_WIDTH, -int(-seconds * BAR_WIDTH // max(limit, 1)))
        bar = f" {glyphs.full * full}{glyphs.empty * (BAR_WIDTH - full)} {-int(-seconds // 1)} s"
        left = ""
    style = "bold reverse" if view.legal is not None else ""
    room = width - len(bar)
    said = words if cell_len(words) <= room else glyphs.fit(words, room)
    return Text(said, style=style).append(f"{bar}{left}", style="not reverse")


def _trick_lines(view: View, width: int, glyphs: Glyphs) -> list[Text]:
    if view.trick:
        return [_laid(view, "Trick:", view.trick, "", width, glyphs)]
    if view.last_trick and view.last_trick_winner is not None:
        taken = f"{glyphs.dash} {glyphs.say(view.name_of(view.last_trick_winner))} took it"
        return [_laid(view, "Last trick:", view.last_trick, taken, width, glyphs)]
    return [Text()]


def _laid(
    view: View, title: str, trick: tuple[tuple[int, Card], ...], end: str, width: int, glyphs: Glyphs,
) -> Text:
    line = Text(title)
    share = max(6, (width - cell_len(title) - cell_len(end)) // len(trick) - 5)
    for chair, card in trick:
        name = glyphs.fit(view.name_of(chair), share).rstrip()
        line.append(f" {name} ")
        line.append(glyphs.card(card), style=style_of(card))
    line.append(f" {end}" if end else "")
    if line.cell_len > width:
        line.truncate(width - 1)
        line.append(glyphs.ellipsis)
    return line


def _card_lines(view: View, width: int, glyphs: Glyphs, *, big: bool) -> list[Text]:
    """One's own cards with their keys, and why some may not be played."""
    mine = seat_of_mine(view)
    blind = mine is not None and mine.blind and not view.cards
    choosing = view.legal is not None and (view.legal.may_play or view.legal.may_discard)
    if not view.cards and not (blind and mine is not None and mine.cards):
        return [Text() for _ in range(CARD_LINES + 1)] if big and mine is not None and mine.cards else []
    count = mine.cards if blind and mine is not None else len(view.cards)
    drawn = _big_cards if big else _small_cards
    lines = drawn(view, count, choosing, glyphs)
    reasons = {shown.why_not: None for shown in view.cards if choosing and not shown.playable}
    if reasons:
        lines.append(Text(glyphs.fit(f"not now: {'; '.join(reasons)}", width)))
    return lines


def _big_cards(view: View, count: int, choosing: bool, glyphs: Glyphs) -> list[Text]:
    blocks: list[list[Text]] = []
    for index in range(count):
        shown = view.cards[index] if view.cards else None
        barred = choosing and shown is not None and not shown.playable
        block = back(glyphs) if shown is None else face(shown.card, glyphs, dim=barred)
        blocks.append([*block, under(_key_label(index, shown, choosing))])
    if view.trump is not None:
        blocks.append([Text("   ")] * (CARD_LINES + 1))
        blocks.append([*face(view.trump, glyphs), under("trump")])
    return beside(blocks)


def _small_cards(view: View, count: int, choosing: bool, glyphs: Glyphs) -> list[Text]:
    line = Text("Your cards:")
    for index in range(count):
        shown = view.cards[index] if view.cards else None
        label = _key_label(index, shown, choosing)
        line.append(f" {label} " if label else " ")
        if shown is None:
            line.append(glyphs.back * 2)
        else:
            style = style_of(shown.card, dim=choosing and not shown.playable)
            line.append(glyphs.card(shown.card), style=style)
    return [line]


def _key_label(index: int, shown: CardView | None, choosing: bool) -> str:
    """The card's key in brackets where it may be played, a dash where not, nothing where none is due."""
    if shown is None or not choosing:
        return ""
    return f"[{index + 1}]" if shown.playable else "[-]"


def _history(scene: Scene, width: int, room: int, glyphs: Glyphs) -> list[Text]:
    """The last lines of what happened that there is room for; talk and news after the hand's events."""
    view = scene.view
    names = {seat.chair: seat.name for seat in view.seats if seat.chair >= 0}
    told = story(view.events, names, glyphs)
    told += [f"{glyphs.say(name)}: {glyphs.say(line)}" for name, line in scene.said[-room:]]
    told += [glyphs.say(line) for line in scene.news[-room:]]
    lines = [line for sentence in told[-room:] for line in wrap(sentence, width, "  ")]
    return [Text(line) for line in lines[-room:]]


def _prompt_lines(prompt: Prompt, width: int, glyphs: Glyphs) -> list[Text]:
    lines = [Text(glyphs.box[4] * width, style="dim")]
    for sentence in prompt.sentences:
        lines += [Text(line, style="bold") for line in wrap(glyphs.say(sentence), width)]
    if prompt.entry is not None:
        typed = glyphs.say(prompt.entry)
        while cell_len(typed) > width - 4:
            typed = typed[1:]
        lines.append(Text(f"> {typed}").append(" ", style="reverse"))
    return lines + _choice_lines(prompt.choices, width, glyphs)


def _choice_lines(choices: tuple[Choice, ...], width: int, glyphs: Glyphs) -> list[Text]:
    lines = [Text()]
    for choice in choices:
        words = f"[{choice.key}] {glyphs.say(choice.label)}" + (f" ({choice.price})" if choice.price else "")
        said = glyphs.fit(words, width) if cell_len(words) > width else words
        if lines[-1].cell_len and lines[-1].cell_len + 2 + cell_len(said) > width:
            lines.append(Text())
        lines[-1].append("  " if lines[-1].cell_len else "")
        lines[-1].append(said)
    return lines
