"""Functions and methods of the extension module like those of Python: they are pickled by name, hence copied and handed to
other processes, and `inspect` knows their signatures. Their types are this module's own (NB_DOMAIN in CMakeLists.txt).

>>> import inspect, pickle, uniform
>>> pickle.loads(pickle.dumps(uniform.normalize)) is uniform.normalize
True
>>> str(inspect.signature(uniform.decode_bytes))
"(text: 'str', *, plus: 'bool' = False) -> 'bytes'"
"""

from __future__ import annotations

import copyreg
from typing import TYPE_CHECKING, Any

from . import _uniform

if TYPE_CHECKING:
    import inspect


def _by_name(function: Any) -> str:
    return function.__qualname__  # type: ignore[no-any-return]  # in its __module__: "normalize", "Reference.normalize"


def _by_object(method: Any) -> tuple[Any, ...]:
    return getattr, (method.__self__, method.__name__)


def _signature(function: Any) -> inspect.Signature:
    import inspect
    text, _, defaults = function.__nb_signature__[0]
    for index, value in enumerate(defaults or ()):
        text = text.replace(f"\\{index}", repr(value))
    space: dict[str, Any] = {}
    exec(f"from __future__ import annotations\n{text}: ...", space)  # as written in the extension module
    signature = inspect.signature(space[function.__name__])
    bound = getattr(function, "__self__", None) is not None
    return signature.replace(parameters=[*signature.parameters.values()][bound:])


def complete() -> None:
    """Says how they are pickled, and what their signatures are."""
    for of, reduced in ((type(_uniform.normalize), _by_name), (type(_uniform.Template.expand), _by_name),
                        (type(_uniform.Template("").expand), _by_object)):
        copyreg.pickle(of, reduced)
        _uniform.complete_class(of, "__signature__", property(_signature))


def belong_to(package: str, *public: Any) -> None:
    """Says that public classes and functions are the package's: they are shown, and found, by the name that users import.
    Those of the extension module say so themselves."""
    for of in public:
        of.__module__ = package
