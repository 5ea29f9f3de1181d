"""Arguments whose methods change, while they run, the containers that they are in: nothing is read after it was freed. Needs
no package but uniform, so that a build with sanitizers can run it: python3 hostile_test.py"""

import gc

import uniform
import uniform.urllib


class Clearing:
    """A value that empties containers when its text or its elements are asked for, and writes over the memory."""

    def __init__(self, *containers):
        self.containers = containers

    def clear(self):
        for container in self.containers:
            container.clear()
        gc.collect()
        self.over = ["y" * size + str(i) for size in (10, 1000) for i in range(1000)]

    def __len__(self):
        return 1

    def __str__(self):
        self.clear()
        return "e"

    def __iter__(self):
        self.clear()
        return iter(["e"])


class ClearingNumber(int):
    __str__ = Clearing.__str__
    clear = Clearing.clear


def long(text):
    """A str that nothing else holds."""
    return text * 500 + str(id(text))


def test_pairs_of_a_form():
    pair = []
    pair += [Clearing(pair), long("v")]
    expected = "e=" + pair[1]
    assert uniform.urllib.urlencode([pair]) == expected
    pairs = []
    pairs += [[Clearing(pairs), long("v")], [long("a"), long("b")]]
    assert uniform.urllib.urlencode(pairs).startswith("e=")
    values = {}
    values |= {long("a"): Clearing(values), long("b"): long("c")}
    expected = [*values][0] + "=e&" + "=".join([*values.items()][1])
    assert uniform.urllib.urlencode(values) == expected
    elements = []
    elements += [Clearing(elements), long("v")]
    assert uniform.urllib.urlencode([("a", elements)], doseq=True).startswith("a=e")
    pair = []
    pair += [long("v"), Clearing(pair)]
    assert uniform.urllib.urlencode([pair], doseq=True).endswith("=e")


def test_pairs_of_a_query():
    pairs = []

    def generated():
        yield long("a"), long("b")
        pairs.clear()
        yield [long("c"), None]

    pairs += [generated()]
    assert uniform.encode_parameters(pairs[0]).count("a") == 500

    class Values(list):
        def __iter__(self):
            values.clear()
            parameters.clear()
            return iter([long("c"), None])

    values = Values([long("a"), long("b")])
    parameters = [[long("d"), values], [long("e"), long("f")]]
    assert uniform.encode_parameters(parameters).count("c") == 500 and not parameters


def test_variables_of_a_template():
    template = uniform.Template("{?a*,b,c}")
    variables = {}
    variables |= {"".join(["a"]): Clearing(variables), "b": long("b"), "c": long("c")}
    assert template.expand(variables).startswith("?a=e&b=b")
    inner = {}
    inner |= {long("k"): Clearing(inner), long("l"): long("m")}
    expected = "?" + [*inner][0] + "=e&" + "=".join([*inner.items()][1])
    assert template.expand({"a": inner}) == expected
    variables = {}
    number = ClearingNumber(1)
    number.containers = [variables]
    variables |= {"b": number, long("c"): long("c")}
    assert template.expand(variables) == "?b=e"


def test_fields_of_a_url():
    fields = {}
    fields |= {"host": "h", "cwd": Clearing(fields), "name": long("n")}
    assert uniform.make_url("ftp", fields).startswith("ftp://h/e/n")
    fields = {}
    number = ClearingNumber(1)
    number.containers = [fields]
    fields |= {"host": "h", "port": number, "path": long("p")}
    try:
        uniform.make_url("http", fields)
    except uniform.UniformError:
        pass


def main():
    for name, test in [*globals().items()]:
        if name.startswith("test_"):
            test()
            print(name)


if __name__ == "__main__":
    main()
