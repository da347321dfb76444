"""Every English sentence of the program that the page may have to show, as messages for translators; no code.

The sentences themselves stand where they are said. `N_` marks a message for extraction (see catalogues.py).
"""

from __future__ import annotations

from typing import Final


def N_(message: str) -> str:  # noqa: N802  gettext's name for a message that is translated elsewhere
    """The message itself."""
    return message


def NN_(one: str, many: str) -> str:  # noqa: N802
    """The same for a message with a {count} of things: how it reads for one of them, and for many. The second."""
    PLURALS[one] = many
    return many


PLURALS: Final[dict[str, str]] = {}
"""By the message for one thing, the one for many."""


RULES: Final = (
    N_("spades"), N_("hearts"), N_("diamonds"), N_("clubs"),
    N_("you do not hold {card}"),
    N_("you hold {suit}: follow suit"),
    N_("you hold no {led} but a trump ({suit}): trump it"),
    N_("it is not your turn to lay a card"),
    N_("you may not {action} now, but {allowed}"),
    N_("look"), N_("fold"), N_("call"), N_("raise {chips}"), N_("discard"), N_("discard {card}"), N_("play {card}"),
    N_("enter"), N_("decline"), N_("call for {chips}"), N_("raise by {least} to {most}"), N_("put one card away"),
    N_("play a card"), N_("come in for {chips}"), N_("stay out"), N_("nothing"),
    N_("a raise lifts the level by {least} to {most}"),
    N_("the hand is over"), N_("it is not your turn: the hand waits for {turns}"), N_("nobody, but for the deal"),
    N_("seat {n}"), N_("there is no such card in the deck"), N_("{card} lies on the table as the trump"),
    N_("{card} has been played"), N_("you have shown that you hold no {suit}"),
    N_("that is no action"), N_("{text} is no action"),
    N_("{text} is no card: a rank (6 to 10, J, Q, K, A), then s, h, d or c"),
    N_("{option} must be {wanted}, not {value}"),
    N_("there is no option {option}"),
    N_("s, h, d or c"), N_("3 or 4"), N_("true or false"), N_("3 or none"), N_("1 or more"), N_("at least the ante"),
    N_("none, or at least the ante"), N_("share or matched"), N_("full, half or closed"), N_("open or invite"),
    N_("0 (untimed) or 5 to 600"), N_("at most {most}"), N_("at least the ante ({ante})"),
    N_("none, or at least the ante ({ante})"),
)

TABLE: Final = (
    N_("you have no seat at this table"), N_("no hand is being played"), N_("it is not your turn"),
    N_("nobody waits for that seat, or you have accepted its move"), N_("the table is closed"),
    N_("you have left the table"), N_("it is not yours to open the next hand"),
    N_("a hand needs two who can pay the ante"), N_("only who sits at the table can talk"),
    N_("a line takes at most {count} bytes: say it in two"),
    N_("you have a seat already"), N_("the table is full: all six chairs are taken"),
    N_("this table is by invitation: ask its founder for one (azi whoami shows your key)"),
    N_("this invitation is for another player or table, or damaged"),
    N_("the table is still being caught up with: one moment"),
    N_("a fresh stack is for who has less than the ante, between hands, if the table has it"),
    N_("the secrets of this deal are not on this machine: the hand cannot be played on here"),
    N_("this seat has signed another entry on this parent"),
    N_("no hand has been finished at that table: found a new one"),
    N_("this table's record does not hold ({why}). Do not sit down at it."),
    N_("a stored message is damaged: {why}"),
)

NODE: Final = (
    N_("{name} is linked again"), N_("{name} is not linked any more ({reason})"),
    N_("{name} has founded {value} out of this table, with its stacks"),
    N_("nobody has founded a table out of this one"), N_("found it yourself"),
    N_("left"), N_("closed"), N_("silent"), N_("too slow"), N_("renewed"), N_("oversize"), N_("malformed"),
    N_("fault"), N_("forgotten"),
    N_("there is no table here yet"), N_("found one with azi host, or join one with azi join"),
    N_("{name} has no table now"), N_("ask for another address"),
    N_("the table of this link is gone"), N_("ask for a new link"),
    N_("the table {name} is full"), N_("watch it with azi watch, or found another"),
    N_("the table {name} takes no watchers"), N_("join it, or found another"),
    N_("this node sits at a table already"), N_("leave it first"),
    N_("the table's founding entry is not sound: {why}"), N_("join another table"),
    N_("there is no table here to go on from"), N_("found one with azi host"), N_("do not join it"),
    N_("the new table does not stand on the last finished hand of the old one"),
    N_("the new table names a player who did not sit at the old one"),
    N_("the new table gives a player other chips than the old one left him"),
    N_("no table was found on this network"), N_("no table called {name} was found"), N_("there is: {names}"),
    N_("there are several: {names}"), N_("name one, or use its address"), N_("join by address or link"),
    N_("join by the address or link that the host sees, or run azi doctor"),
    N_("the {what} holds a line break or another control character"), N_("leave it out"),
    N_("the {what} is empty"), N_("give one with at least one visible character"), N_("nickname"), N_("table name"),
    N_("{name} has ended: {why}"),
)

LINKS: Final = (
    N_("{address} does not answer"),
    N_("a firewall there, or a network that keeps its machines apart: see `azi doctor`"),
    N_("{address} broke off: {why}"), N_("try again"), N_("none of {count} addresses answers; {why}"),
    N_("no address of that node is known"), N_("ask for its address or link"),
    N_("what answers at {address} is not azi"), N_("check the port"),
    N_("the other side closed the connection while it was being made"),
    N_("there is no machine called {name} here"), N_("give its address in numbers"),
    N_("nothing listens at {address}"), N_("is azi running there, and is this the port it shows?"),
    N_("there is no way to {address} from here"), N_("are both machines on the same network?"),
    N_("{address} took the connection and says nothing"),
    N_("the other side did not send the {part} of a link"), N_("check the address"),
    N_("hello"), N_("answer"), N_("finish"), N_("welcome"),
    N_("the other side's key is none"), N_("the other side's challenge cannot be read"),
    N_("the node there is {fingerprint}, not {expected}"),
    N_("ask for a fresh link: somebody else may have answered"),
    N_("the node there did not prove to be {fingerprint}"), N_("ask for a fresh link"),
    N_("a visitor's hello cannot be read"), N_("update azi on both machines"),
    N_("the other side does not speak azi ({why})"),
    N_("what the other side says cannot be read ({why})"), N_("update azi"),
    N_("the other node speaks version {theirs} of the link, this one version {ours}"),
    N_("update azi on this machine"), N_("ask the other player to update azi"),
    N_("there is no link to that node"), N_("join its table first"),
    N_("{text} is not an address"), N_("write HOST:PORT, 192.168.1.5:4747, or [fe80::1%wlan0]:4747"),
    N_("{text} has a scope that it cannot have"), N_("only fe80:… takes an %interface"),
    N_("{text} is no machine's address"), N_("give the one that its azi shows"),
    N_("{port} in {text} is no port"), N_("a port is a number from 1 to 65535"),
    N_("this link is damaged: {why}"), N_("copy it again, from azi:// to its end"),
    N_("it has too many parts"), N_("it has more than {count} addresses"), N_("the table in it cannot be read"),
    N_("an address is missing in it"),
    N_("{text} is not a fingerprint"), N_("it has {count} letters and digits: copy it again"),
    N_("this link is too long to be one of azi's"), N_("copy it again"),
    N_("{text} is not a link of azi"), N_("one begins with azi://"),
)

STORE: Final = (
    N_("{path} cannot be used: {text}"), N_("make it writable for you, or give another directory with --home"),
    N_("{path} is damaged ({text})"),
    N_("restore it from a copy, or move it away to begin without old tables"),
    N_("{path} cannot be read ({text})"), N_("restore it from a copy, or give another --home"),
    N_("{path} is being read by another program"), N_("{path} is locked by another program"),
    N_("close that program"),
    N_("{path} cannot be written: the disk is full"), N_("free some space"),
    N_("{path} cannot be written: {text}"), N_("check the disk and its free space"), N_("make it writable for you"),
)

DOCTOR: Final = (
    N_("no network"), N_("connect to one, or open a hotspot; this node waits and tries again"), N_("starting"),
    N_("mDNS failed"), N_("mDNS failed: {text}"),
    N_("join by address or link meanwhile; `azi doctor` tells more"),
    N_("stop that program; {do}"), N_("allow it local network access; {do}"),
    N_("port 5353 (mDNS) is held by another program, which does not share it"),
    N_("this system does not let azi use multicast"),
    N_("multicast on {name} ({address})"), N_("{where} works on this machine"), N_("{where} does not come back"),
    N_("multicast on {name} ({address}): {text}"),
    N_("allow multicast ({addresses}) in the firewall; else join by address or link"),
    N_("port 5353 (mDNS) can be shared"), N_("port 5353 (mDNS): {text}"),
    N_("stop that program (`ss -ulpn sport = 5353` names it), or join by address or link"),
    N_("nobody heard for {count} s"),
    N_("guest networks and phone hotspots often keep their machines apart: join by address, link or QR code,"
       " and if that fails as well, let one of the players' machines open the hotspot"),
    NN_("{count} other node heard", "{count} other nodes heard"), N_("nobody heard yet"), N_("wait a little"),
    N_("no network: this machine has no address but its own loopback"),
    N_("connect to a Wi-Fi or cable, or open a hotspot and let the others join it"),
    N_("all networks here look virtual (VPN, containers)"),
    N_("connect to the LAN, or name its interface with --interface if this is it"),
    N_("there is a VPN or a virtual network as well"),
    N_("if others see the wrong address, name the right interface with --interface, or stop the VPN"),
    N_("this is WSL: its network is hidden behind Windows and hears no multicast"),
    N_("set networkingMode=mirrored in .wslconfig, or run azi in Windows"),
    N_("this is a container: its network may be hidden behind its host's"), N_("give it the host's network"),
    N_("the firewall ufw is on"), N_("the firewall firewalld is on"),
    N_("no firewall of the usual kind is on"), N_("if others fail: allow {text}"),
    N_("macOS asks once whether a terminal may use the local network"),
    N_("allow it under System Settings, Privacy & Security, Local Network; and incoming connections"
       " for Python under Network, Firewall"),
    N_("Windows lets programs be reached in private networks only"),
    N_("set the network to Private, and allow Python in the firewall ({text})"),
)

PAGE: Final = (
    N_("this azi does not know that command: load the page again"), N_("too much at once"),
    N_("this is a bug in azi: {text}"), N_("{option} is a text"), N_("options are names with values"),
    N_("a hand begins with 2 to 6 players"), N_("1 to 5 bots can sit down"),
    N_("a table is named by its name, address or link"), N_("there is no table to go on with"),
    N_("leave the table first"), N_("a vote names a chair"),
    N_("this invitation is damaged: copy the whole token again"),
    N_("this is no table of yours by invitation"), N_("a key has 64 hexadecimal digits: the guest's page shows it"),
    N_("a setting's name is a word"), N_("settings are an object of a few names"), N_("too many settings"),
    N_("the setting {option} is a word, a number, true or false"), N_("not a player's key"),
    N_("that table is not kept here"), N_("that table is being played"),
    N_("there is no such hand"), N_("this table's record cannot be followed: {why}"),
    N_("this is not a file with an identity"), N_("this is your identity already"),
    N_("a file to verify has 1 byte to {count} MB"), N_("no file was announced"), N_("a file is being checked already"),
    N_("the file that came is not as long as it was said to be"),
    N_("not a record of azi: {why}"),
)

KINDS: Final = {
    "found": N_("founding"), "open": N_("opening"), "close": N_("closing"), "keys": N_("keys"),
    "shuffle": N_("shuffle"), "reveal": N_("part of the seed"), "shares": N_("shares"), "discard": N_("discarded card"),
    "bid": N_("bid"), "play": N_("card"), "enter": N_("answer to the Azi"), "absent": N_("vote of absence"),
    "ack": N_("acceptance"), "sit": N_("request to sit down"), "leave": N_("request to leave"),
    "return": N_("request to return"), "rebuy": N_("request for a stack"), "invite": N_("invitation"),
}
"""Kinds of entry (table/kinds.py) in words. The kind itself may be another word of the page, with another meaning."""

VERDICTS: Final = (
    N_("step {step}, the {kind} entry of {name} ({fingerprint}): {why}"),
    N_("step {step}, the absence of {name} ({fingerprint}): {why}"), N_("step {step}, an absence: {why}"),
    N_("the evidence against {name} ({fingerprint}): {why}"),
    N_("step {step}, where {name} ({fingerprint}) is due: {why}"),
    N_("step {step}: {why}"),
    N_("hand {hand} is under way: the next thing is the {kind} of {names}"),
    N_("it cannot be taken further than step {step}: {why}"), N_("step {step} is false: {why}"),
    # a cheat's doings, by the class of the refusal
    N_("Malformed: {why}"), N_("NotProven: {why}"), N_("NotAllowed: {why}"),
    N_("two versions of one {kind} entry"), N_("voted a seat absent and accepted its entry too"),
    # evidence that does not count
    N_("evidence against more than {count} players: no table keeps as much"),
    N_("evidence against one player is one entry or two"), N_("evidence from another table"),
    N_("it proves nothing: what it holds is right"),
)

REFUSALS: Final = (
    # a file, a message, an entry: what cannot be read
    N_("{size} bytes, at most {most} are read"), N_("not canonical msgpack: {text}"),
    N_("not the canonical encoding of what it says"), N_("a list of {count} expected"), N_("{count} bytes expected"),
    N_("the record is too large: {size} bytes, at most {most} are read"), N_("the file is empty"),
    N_("this is not a record: it does not begin with the line that records begin with"), N_("step {step}"),
    N_("the record is cut off at {where}: it has no end"), N_("the record is cut off in {where}"),
    N_("the record is damaged at {where}: a frame of {size} bytes"), N_("the record is damaged at {where}: {why}"),
    N_("the record has {size} bytes behind its end"), N_("an unknown frame"), N_("{count} entries in one frame"),
    N_("an entry is a byte string"), N_("a chair is a small number"),
    N_("absent chairs stand once each, ascending"),
    N_("an entry is its content and a signature of 64 bytes"),
    N_("an entry's content is [version, table, step, parent, author, kind, body]"),
    N_("protocol version {theirs}, this is version {ours}"), N_("the step is out of range"),
    N_("table, parent and author take 32 bytes each"), N_("the kind is a word of 1 to {most} letters a to z"),
    N_("no message that a table knows"), N_("entries are byte strings"), N_("not an offer"),
    N_("not a list of addresses"), N_("an address is no text"), N_("an address has a name or a scope"),
    N_("not a list of peers"), N_("not a peer"),
    # where and by whom it was written
    N_("the signature of this {kind} entry is not its author's"), N_("it was written for another table"),
    N_("it stands on another history than the steps before it in this record"),
    N_("it is the second of its author in this step"), N_("the entries of a step stand in the order of the seats"),
    N_("its author is called absent in the same step"), N_("the record has no founding entry"),
    N_("a record begins with one founding entry alone"),
    N_("its entry is missing here, and nobody says that it was absent"), N_("nobody may write here any more"),
    N_("chips were made or lost"), N_("step {step} does not stand on this parent, step {other} does"),
    N_("the author has no chair at this table"), N_("a {kind} entry, where the record waits for {kinds}"),
    N_("chair {chair} is not asked to write now"),
    # absences
    N_("nothing was due from chair {chair}"), N_("no strict majority of the seats has voted for it"),
    N_("heads-up, and who voted for it has signed nothing that stands on it"),
    N_("this vote is of another place of the record"), N_("its author has no vote here"),
    N_("it is no vote about a seat that is called absent"), N_("the accused has no vote"), N_("a vote counts once"),
    N_("this ack leaves out one who has no vote here"), N_("this entry is no verdict"),
    N_("evidence is one entry or two"), N_("a vote after an ack carries two versions of one entry"),
    # tables, hands and requests
    N_("this entry founds no table"), N_("a founding entry says options, names, a nonce and what it continues"),
    N_("the nonce takes {size} bytes"), N_("options must be a list of {count} pairs"),
    N_("the option {option} is missing at its place"), N_("a player's chips are carried once"),
    N_("a continued table is named by its id, a digest and its players' chips"),
    N_("carried chips are [key, stack, taken]"), N_("a name takes 1 to {most} bytes, without blanks around it"),
    N_("a name has no control characters and no invisible ones (but emoji joiners)"),
    N_("this entry is no request"), N_("a request takes at most {most} bytes"),
    N_("who sits down says a name and an invitation or none"), N_("a {kind} request has no body"),
    N_("this table is by invitation, and the request carries none"),
    N_("the invitation is not the founder's for this player and table"),
    N_("the invitation is not signed by the founder"),
    N_("an opening says the hand, requests and a digest of 32 bytes"), N_("a request is a byte string"),
    N_("a close entry has no body"), N_("the table may be closed only where fewer than two can play on"),
    N_("a request is for another table or hand"), N_("hand {hand} is opened where hand {other} is next"),
    N_("the opening's digest is not that of the game after its requests"), N_("fewer than two could pay the ante"),
    N_("only before the ante may a player sit out"),
    N_("sit: {why}"), N_("leave: {why}"), N_("return: {why}"), N_("rebuy: {why}"),
    N_("this player has a chair already"), N_("the table is full"), N_("this player has chips here already"),
    N_("no such stack"), N_("this player has no chair here"),
    N_("this table gives no second stack"), N_("a fresh stack is for those with less than the ante of {ante}"),
    N_("a hand is for chairs that can pay the ante, each once"), N_("a hand needs two who pay the ante"),
    N_("this player has never sat here"),
    # the fair deal
    N_("chair {chair} has sent its keys"), N_("a deal takes {count} seats"), N_("the keys add up to the identity"),
    N_("the proof of the key does not verify"), N_("chair {chair} shuffles now, not {other}"),
    N_("a deck of {count} cards expected"), N_("a card is not masked"),
    N_("a list of the proof is not as long as the deck"),
    N_("the deck is not proven to be the one before, permuted and remasked"),
    N_("chair {chair} has revealed its contribution"), N_("what is revealed is not what was committed to"),
    N_("{count} shares expected"), N_("{count} results for {other} elements"),
    N_("the pairs do not share the logarithm of the key"), N_("it opens to no card of the deck"),
    N_("{count} suit proofs expected"), N_("not one challenge and one response for each card of the list"),
    N_("the card is not proven to be one of the list"), N_("chair {chair} is not in this deal"),
    N_("chair {chair} belongs to another key in this deal"), N_("a scalar is {size} bytes"),
    N_("a scalar is not below the order of the group"), N_("an element is {size} bytes"),
    N_("not the canonical encoding of a group element"), N_("the identity element is refused here"),
    # moves
    N_("this {kind} entry names no action"), N_("this fold carries no shares"),
    N_("a fold carries the shares of the slots that are still closed"),
    N_("a play says a slot, the share that opens it, and a suit proof or none"),
    N_("a suit proof where none is needed"),
    N_("{card} does not follow suit, and no proof says that the player could not"), N_("a slot is a number"),
    N_("slot {slot} is not a card in this player's hand"),
)
"""Why an entry of a record, or a message of another node, is refused (protocol/, table/, game/)."""

OPTIONS: Final = (
    N_("The suit left out of the deck."), N_("Cards dealt to each player; of four, each puts one away."),
    N_("Whether one may bet without looking, for half the chips."),
    N_("How often a player may bet or raise in a deal; none: until all are equal."),
    N_("What each player pays into the pot before the cards are dealt."),
    N_("The chips that a player sits down with."),
    N_("How far a bet may lift the level (default: ten antes)."),
    N_("What a short winner gets: a fraction of the pot, or what he matched of each stake."),
    N_("Who buys in after Azi: the folded for the pot, the trickless for half; both for half; or nobody."),
    N_("Who may sit down: anyone on the LAN, or those invited."),
    N_("Whether others may look on, seeing what is public."),
    N_("Whether who has less than the ante may take a fresh stack between hands."),
    N_("Seconds that a player has for a decision."),
)
"""The rules' own sentences on each option (game/options.py)."""

OPTION_NAMES: Final = {
    "dropped_suit": N_("Suit left out"), "cards": N_("Cards dealt"), "blind": N_("Blind betting"),
    "max_bids": N_("Bids a deal"), "ante": N_("Ante"), "stack": N_("Stack"), "max_raise": N_("Highest raise"),
    "short_stack": N_("Short winners"), "azi_entry": N_("Coming in after Azi"), "seating": N_("Who may sit down"),
    "watchers": N_("Watchers"), "rebuy": N_("New stacks"), "turn_seconds": N_("Seconds to decide"),
}
"""The options as the page calls their fields."""

SENTENCES: Final = (*RULES, *TABLE, *NODE, *LINKS, *STORE, *DOCTOR, *PAGE, *VERDICTS, *REFUSALS, *PLURALS)
"""All that `words_of` recognises; the others stand alone."""
