"""Functions of the package are as those of Python: pickled, copied, handed to other processes. Needs no package
but uniform, as hostile_test.py: python3 functions_test.py"""

import copy
import pickle
import subprocess
import sys

import uniform
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


def test_another_process_finds_them():
    code = ("import pickle, sys; f, a = pickle.load(sys.stdin.buffer); sys.stdout.write(str(f(*a)))")
    for call in ((uniform.normalize, ("HTTP://A/%7e",)), (uniform.urllib.quote, ("a b",)), (uniform.Template("/{a}").expand, ({"a": "b"},))):
        done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(call), stdout=subprocess.PIPE, check=True)
        assert done.stdout.decode() == call[0](*call[1])


def main():
    for name, test in [*globals().items()]:
        if name.startswith("test_"):
            test()
            print(name)


if __name__ == "__main__":
    main()
