"""Functions of the package are as those of Python: pickled, copied, handed to other processes, with signatures. Needs
no package but uniform, as hostile_test.py: python3 functions_test.py"""

import copy
import inspect
import pickle
import subprocess
import sys

import uniform
import uniform.arrow
import uniform.duckdb
import uniform.spark
import uniform.types
import uniform.urllib


def functions():
    for module in (uniform, uniform.urllib):
        for name in module.__all__:
            function = getattr(module, name)
            if callable(function) and not isinstance(function, type):
                yield function


def test_functions_can_be_pickled_and_copied():
    assert len([*functions()]) > 60
    for function in functions():
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(function, protocol)) is function, function.__name__
        assert copy.deepcopy({"f": function})["f"] is copy.copy(function) is function


def test_methods_can_be_pickled_and_copied():
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(uniform.URI.resolve, protocol)) is uniform.URI.resolve
        bound = pickle.loads(pickle.dumps(uniform.parse("http://a/b/c").resolve, protocol))
        assert str(bound("../d")) == "http://a/d"
    assert copy.deepcopy([uniform.Template("{a}").expand])[0]({"a": "b"}) == "b"


def test_objects_are_formatted_as_their_text():
    for o in (uniform.parse("http://a/b"), uniform.parse_urn("urn:example:a"), uniform.parse_web("http://a/b"), uniform.Template("/{a}")):
        text = str(o)
        assert f"{o}" == text and f"{o:>30}" == text.rjust(30) and f"{o:.4}" == text[:4]
    try:
        f"{uniform.parse('http://a'):d}"
    except ValueError as e:
        assert "format code 'd'" in str(e)
    else:
        raise AssertionError("a text has no format d")


def test_what_is_public_belongs_to_the_package():
    assert not [name for name in vars(uniform) if not name.startswith("_") and name not in uniform.__all__
                and name not in ("arrow", "columns", "duckdb", "spark", "types", "urllib")]
    for module in (uniform, uniform.arrow, uniform.duckdb, uniform.spark, uniform.urllib):
        for name in module.__all__:
            value = getattr(module, name)
            if callable(value):
                assert value.__module__ == module.__name__, name
                assert pickle.loads(pickle.dumps(value)) is copy.deepcopy(value) is value, name
    for of, name in ((uniform.URI, "resolve"), (uniform.URN, "normalize"), (uniform.WebURL, "replace"), (uniform.Template, "expand")):
        assert getattr(of, name).__module__ == "uniform"
    assert pickle.loads(pickle.dumps(uniform.UniformError("a"))).reason == "a"


def test_public_modules_offer_no_names_of_others():
    for module in (uniform.arrow, uniform.duckdb, uniform.spark, uniform.types, uniform.urllib):
        assert {name for name in dir(module) if not name.startswith("_")} == set(module.__all__), module
        assert len(module.__all__) == len(set(module.__all__))


def test_parameters_with_several_values():
    for of in (dict, list, lambda pairs: iter([list(pair) for pair in pairs])):
        pairs = [("a", ["1", None, "&"]), ("b", ()), ("c", ("2",)), ("d", None)]
        assert uniform.encode_parameters(of(pairs)) == "a=1&a&a=%26&c=2&d"


def test_parameters_of_other_types_are_named():
    value = "pairs: a str, None or a list of these as the value of 'a' is expected, not "
    for pairs, message in (({"a": 1}, value + "int"), ({"a": b"b"}, value + "bytes"), ({"a": ["b", 1]}, value + "int"),
                           ({"a": [["b"]]}, value + "list"), ({"a": {"b": "c"}}, value + "dict"), ([("a", 1)], value + "int"),
                           ({1: "a"}, "pairs: a str as the name of a parameter is expected, not int"),
                           (1, "pairs: a mapping, or an iterable of pairs of name and value, is expected, not int"),
                           (None, "pairs: a mapping, or an iterable of pairs of name and value, is expected, not NoneType")):
        try:
            uniform.encode_parameters(pairs)
        except TypeError as e:
            assert str(e) == message
        else:
            raise AssertionError(pairs)


def test_parameters_of_a_mapping():
    assert uniform.encode_parameters({"a": "1&2", "b": None}) == "a=1%262&b" == uniform.encode_parameters([("a", "1&2"), ("b", None)])
    assert uniform.encode_parameters({}) == ""


def test_another_process_finds_them():
    code = ("import pickle, sys; f, a = pickle.load(sys.stdin.buffer); sys.stdout.write(str(f(*a)))")
    for call in ((uniform.normalize, ("HTTP://A/%7e",)), (uniform.urllib.quote, ("a b",)), (uniform.Template("/{a}").expand, ({"a": "b"},))):
        done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(call), stdout=subprocess.PIPE, check=True)
        assert done.stdout.decode() == call[0](*call[1])


def test_functions_and_methods_have_signatures():
    for function in functions():
        assert inspect.signature(function).return_annotation is not inspect.Signature.empty, function.__name__
    of = inspect.signature(uniform.normalize)
    assert [*of.parameters] == ["text", "level", "edition", "ignore_fragment", "rfc5952"]
    assert of.bind("a", edition="b").arguments == {"text": "a", "edition": "b"} and of.parameters["level"].default == "syntax"
    assert inspect.signature(uniform.new_uuid_urn).parameters["by_time"].default is False
    assert [*inspect.signature(uniform.Template("").expand).parameters] == ["variables"]
    assert [*inspect.signature(uniform.Template.expand).parameters] == ["self", "variables"]
    for holder in (uniform.URI, uniform.URN, uniform.WebURL, uniform.Template, uniform.Finder):
        for name in dir(holder):
            if callable(method := getattr(holder, name)) and not name.startswith("_"):
                assert "self" in inspect.signature(method).parameters, (holder, name)


def main():
    for name, test in [*globals().items()]:
        if name.startswith("test_"):
            test()
            print(name)


if __name__ == "__main__":
    main()
