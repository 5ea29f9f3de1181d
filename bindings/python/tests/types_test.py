"""Every public function refuses an object that is no str in the same words. Needs no package but uniform, as hostile_test.py:
python3 types_test.py"""

import inspect
import re
import typing

import uniform
import uniform.urllib

# The arguments for the other parameters, by their names
VALID = {"rule": "host", "production": "", "edition": "", "level": "syntax", "nid": "isbn", "nss": "a", "component": "segment",
         "fields": {}, "pairs": [], "scheme": "", "rules": "uts46", "like": "typed", "urn": "urn:example:a", "severity": "note",
         "schemes": "likely", "index": 0, "separator": "&", "base": "http://a/", "query": {}, "parts": ("",) * 5, "document": "",
         "variables": {}, "encoding": "utf-8", "errors": "strict", "qs": "", "default_scheme": "http", "target": "http://a/"}
OF_METHODS = {"component": "host", "edition": "rfc8141", "rules": "lexical", "excess": "", "name": "a", "query": "",
              "key": "a", "other": "urn:example:a", "pattern": "a"}
# Parameters that are str, and what the message calls them
EXPECTED = {"str": "a str", "str | None": "a str", "str | bytes": "a str or bytes"}
EXPECTED |= dict.fromkeys(["Identifier", "Identifier | None"], "a str, a Reference, a URN or a WebURL")
EXPECTED |= {name: "a str" for name, type_ in vars(uniform.types).items() if typing.get_origin(type_) is typing.Literal}


def signature(function):
    """The parameters of a function of Python, or of the extension module, with the text of their types."""
    text = getattr(function, "__nb_signature__", None)
    if text is None:
        return {name: str(p.annotation).replace("types.", "") for name, p in inspect.signature(function).parameters.items()}
    parameters = re.search(r"\((.*)\) ->", text[0][0], re.DOTALL)[1]
    return dict(re.findall(r"(?<!\*)\b(\w+): ((?:[^,\[=]|\[[^\]]*\])+?)(?: = |,|$)", parameters))


def calls():
    urn, web = uniform.parse_urn("urn:example:a"), uniform.parse_web("http://a/")
    for module in (uniform, uniform.urllib):
        for name in module.__all__:
            function = getattr(module, name)
            if callable(function) and not isinstance(function, type):
                yield name, function, VALID
    for holder in (uniform.parse("http://a/b?c=d"), urn, web, uniform.Template("{a}"), uniform.Finder()):
        for name in dir(holder):
            if not name.startswith("_") and callable(getattr(holder, name)):
                yield f"{type(holder).__name__}.{name}", getattr(holder, name), VALID | OF_METHODS | ({"level": "normal"} if name == "validate" else {})
    yield "Template", uniform.Template, VALID
    yield "Finder", uniform.Finder, VALID


def of(function):
    if isinstance(function, type):
        return {"text": "str"} if function is uniform.Template else signature(function.__init__)
    return signature(function)


def wrong():
    """The calls that are not refused in these words."""
    asked = 0
    for name, function, valid in calls():
        types = of(function)
        for parameter, type_ in types.items():
            for value in (None, 1, b"x"):
                if type_ not in EXPECTED or (value is None and "None" in type_) or (value == b"x" and "bytes" in type_):
                    continue
                asked += 1
                given = {p: valid.get(p, "a") for p, t in types.items() if t in EXPECTED or p in valid} | {parameter: value}
                try:
                    said = f"returned {call(function, given)!r}"
                except Exception as e:
                    said = f"{type(e).__name__}: {e}"
                if said != f"TypeError: {EXPECTED[type_]} is expected, not {type(value).__name__}":
                    yield f"{name}({parameter}={value!r}): {said}"
    assert asked > 300


def call(function, given):
    try:
        return function(**given)
    except TypeError as e:
        if "incompatible function arguments" not in str(e):
            raise
    return function(*given.values())  # methods whose parameters have no names


def test_what_is_no_str_is_refused_in_the_same_words():
    assert [*wrong()] == []


def test_the_names_of_private_functions_stay_private():
    for text in (None, 1):
        for call in (uniform.iri_to_uri, uniform.check_urn, uniform.find_html, uniform.namespace, uniform.lint, uniform.find):
            try:
                call(text)
            except TypeError as e:
                assert "(" not in str(e)
            else:
                assert False, call


def test_components_that_are_no_str():
    reference, urn, web = uniform.parse("http://a/"), uniform.parse_urn("urn:example:a"), uniform.parse_web("http://a/")
    for call, expected in ((lambda v: reference.replace(path=v), "a str, bytes or None"), (lambda v: uniform.build(path=v), "a str"),
                           (lambda v: urn.replace(nss=v), "a str"), (lambda v: web.replace(host=v), "a str"),
                           (lambda v: uniform.Template("{a}").expand({v: "b"}), "a str"),
                           (lambda v: uniform.make_url("ftp", {v: "a"}), "a str")):
        try:
            call(1)
        except TypeError as e:
            assert str(e) == f"{expected} is expected, not int"
        else:
            assert False


def test_a_constructor_names_the_function():
    for of, named in ((uniform.URI, "parse"), (uniform.Reference, "parse"), (uniform.URN, "parse_urn"), (uniform.WebURL, "parse_web")):
        for arguments in ((), ("http://a/",)):
            try:
                of(*arguments)
            except TypeError as e:
                assert f"uniform.{named}(" in str(e)
            else:
                assert False, of


if __name__ == "__main__":
    print(*wrong(), sep="\n")
    test_what_is_no_str_is_refused_in_the_same_words()
    test_the_names_of_private_functions_stay_private()
    test_components_that_are_no_str()
    test_a_constructor_names_the_function()
