"""The results of the functions over columns: arrays as the Arrow PyCapsule interface has them.

Nothing here refers to the extension module. Others keep the classes of objects that they are given, polars in a cache that
outlives the interpreter; what these classes refer to is never released then, and nanobind reports types of the extension
module as leaked.
"""

from __future__ import annotations

from typing import Any


class Array:
    """One array of a result: the capsules of the Arrow PyCapsule interface, each handed out once or kept."""

    def __init__(self, capsules: tuple[object, object]) -> None:
        self._capsules: tuple[object, object] | None = capsules

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        if self._capsules is None:
            raise ValueError("the array was handed over already")
        capsules, self._capsules = self._capsules, None
        return capsules


class Column:
    """A result without a library of Arrow: one array for each array of the input. It can be handed over once, by
    `__arrow_c_array__` where it is one array, or by `arrays()`."""

    def __init__(self, arrays: list[Array]) -> None:
        self._arrays = arrays

    def arrays(self) -> list[Any]:
        """Its arrays, each with `__arrow_c_array__`."""
        return list(self._arrays)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        if len(self._arrays) != 1:
            raise ValueError(f"the column has {len(self._arrays)} arrays; use arrays()")
        return self._arrays[0].__arrow_c_array__(requested_schema)
