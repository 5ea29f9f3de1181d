"""Functions and methods of the extension module are pickled by name, as those of Python are, and hence copied, and handed
to other processes. Their types are this module's own (NB_DOMAIN in CMakeLists.txt).

>>> import pickle, uniform
>>> pickle.loads(pickle.dumps(uniform.normalize)) is uniform.normalize
True
"""

from __future__ import annotations

import copyreg
from typing import Any

from . import _uniform


def _by_name(function: Any) -> str:
    return function.__qualname__  # type: ignore[no-any-return]  # in its __module__: "normalize", "Reference.normalize"


def _by_object(method: Any) -> tuple[Any, ...]:
    return getattr, (method.__self__, method.__name__)


def complete() -> None:
    """Says how they are pickled."""
    copyreg.pickle(type(_uniform.normalize), _by_name)  # type: ignore[arg-type]
    copyreg.pickle(type(_uniform.Template.expand), _by_name)  # type: ignore[arg-type]
    copyreg.pickle(type(_uniform.Template("").expand), _by_object)  # type: ignore[arg-type]
