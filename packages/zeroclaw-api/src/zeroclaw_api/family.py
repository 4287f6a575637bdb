"""The card of a family: what people are told of it before they choose it."""

from __future__ import annotations

from attrs import frozen

__all__ = ["FamilyCard"]


@frozen
class FamilyCard:
    """A family of models as it is offered: `title` is what people call it.

    `key_variable` is the variable of the environment that its documentation names for the key,
    "" where there is none; with `needs_key` nothing is answered without one. `signs` are other
    variables that, once set, mean that it can be used as it is. `program` is the command that
    reaches it, `address` where it usually runs on this machine; "" for what is neither.
    `usual_model` leaves the choice to whoever answers. `regions` are the values that its setting
    `region` takes, the usual one first; `asks` are settings that have to be said besides.
    """

    title: str
    key_variable: str = ""
    needs_key: bool = False
    signs: tuple[str, ...] = ()
    program: str = ""
    address: str = ""
    usual_model: str = ""
    regions: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()

    @property
    def variables(self) -> tuple[str, ...]:
        """All variables that show that somebody has it."""
        return (self.key_variable, *self.signs) if self.key_variable else self.signs
