from __future__ import annotations

from azi_p2p.node import address_book
from azi_p2p.node.address_book import AddressBook
from azi_p2p.node.addresses import Address

ANNA, BORIS, CLARA = (bytes([n]) * 32 for n in range(3))
A, B, C = (Address(f"10.0.0.{n}", 4747) for n in range(3))


def test_own_word_comes_first_and_replaces() -> None:
    book = AddressBook()
    book.told(BORIS, ((ANNA, (C,)),))
    book.replace(ANNA, (A,))
    assert book.of(ANNA) == (A, C)
    book.replace(ANNA, (B, B))
    assert book.of(ANNA) == (B, C)
    book.told(BORIS, ())
    assert book.of(ANNA) == (B,)


def test_an_announcement_is_tried_first_and_drops_nothing_that_is_proven() -> None:
    book = AddressBook()
    book.replace(ANNA, (A,))
    book.announced(ANNA, (C,))
    book.announced(ANNA, (B,))
    assert book.of(ANNA) == (B, A)
    book.replace(ANNA, (B,))
    assert book.of(ANNA) == (B,)
    book.announced(ANNA, (C,))
    book.drop(ANNA)
    assert book.of(ANNA) == ()


def test_nobody_tells_of_himself_through_the_word_of_others() -> None:
    book = AddressBook()
    book.told(ANNA, ((ANNA, (C,)),))
    assert book.of(ANNA) == ()


def test_told_of() -> None:
    book = AddressBook()
    book.told(ANNA, ((BORIS, (B,)), (CLARA, ())))
    assert book.told_of() == {BORIS}
    book.drop(ANNA)
    assert book.told_of() == set()


def test_it_does_not_grow() -> None:
    book = AddressBook()
    many = tuple(Address("10.0.0.1", port) for port in range(1, 100))
    book.replace(ANNA, many)
    book.announced(ANNA, many[50:])
    book.told(BORIS, ((ANNA, many[70:]),))
    assert len(book.of(ANNA)) == address_book.MAX_OF_ONE
    assert set(book.of(ANNA)) > set(many[:address_book.MAX_OF_EACH])
    for n in range(1000):
        book.replace(n.to_bytes(32, "big"), (A,))
        book.announced(n.to_bytes(32, "big"), (A,))
        book.told(n.to_bytes(32, "big"), ((CLARA, (B,)),))
    assert len(book._own) == address_book.MAX_KEYS
    assert len(book._announced) == address_book.MAX_KEYS
    assert len(book._told) == address_book.MAX_TELLERS
    assert book.of((999).to_bytes(32, "big"))[0] == A


def test_strangers_do_not_push_a_player_out() -> None:
    book = AddressBook(lambda key: key in (ANNA, BORIS))
    book.replace(ANNA, (A,))
    book.announced(ANNA, (B,))
    book.told(BORIS, ((ANNA, (C,)),))
    for n in range(1000, 2000):
        stranger = n.to_bytes(32, "big")
        book.replace(stranger, (B,))
        book.announced(stranger, (B,))
        book.told(stranger, ())
    assert book.of(ANNA) == (B, A, C)
    assert book.of((1999).to_bytes(32, "big")) == (B,), "the newest stranger is known"
