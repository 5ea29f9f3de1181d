#!/usr/bin/env python3
"""Writes what the bindings say of the functions of data/functions.json that are mere calls: generate_bindings.py FACE FOLDER

FACE is one of: declarations (the C++ functions), columns, c, symbols (of the Debian package of the C interface), python, wasm,
javascript, postgresql, sqlite. A file whose text
stays the same is not written. A row of the table with the member "function" has one C++ function of that name in
src/columns/functions: it takes one text and then the options of the row. The member "generated" says under which name each
face has it, and how the face calls its options where it calls them otherwise.

Everything that this writes calls that function; what a face adds is how it reads texts and options, and how it reports a
refusal. docs/decisions/0039 has the reasons.
"""

import json
import sys
from pathlib import Path

import function_table

TABLE = function_table.load()
WRITTEN_BY = "scripts/generate_bindings.py of data/functions.json"
CPP_TYPES = {"text": "std::string", "boolean": "bool", "number": "std::int32_t"}


def cpp_type(row):
    """The type of the function's result: with "view", a part of its text."""
    return "std::string_view" if row.get("view") else CPP_TYPES[row["result"]]


class Function:
    """A row as one face has it, under one name. An option that is `fixed` for the name is none of it."""

    def __init__(self, row, given):
        self.row = row
        self.name = given["name"]
        self.result = row["result"]
        self.argument, = row["arguments"]
        fixed = given.get("fixed", {})
        self.type_of_options = given.get("type")  # of index.d.ts, where the package has a name for it
        self.all_options = [Option(name, of, given.get("options", {}).get(name, name), fixed.get(name))
                            for name, of in row["options"].items()]
        self.options = [o for o in self.all_options if o.fixed is None]
        self.does = row["does"]
        section = row["section"]
        self.source = f"{row['document']} {section}" if section[:1].isdigit() or " " in section else f"{row['document']}, {section}"
        self.example = row["example"]

    def call(self, text, *options):
        """The call of the C++ function with the expressions for the options that are not fixed."""
        given = iter(options)
        arguments = [next(given) if o.fixed is None else constant(o, o.fixed) for o in self.all_options]
        return f"columns::scalar::{self.row['function']}({', '.join([text, *arguments])})"


class Option:
    def __init__(self, name, of, called, fixed=None):
        self.name, self.called, self.words, self.default, self.fixed = name, called, of["words"], of["default"], fixed
        self.python_type = of.get("python")  # in uniform.types
        self.c = of.get("c")  # the type and the constants of the C interface, where it has them
        self.use = of.get("use")
        self.kind = "edition" if name == "edition" else "flag" if self.words == [False, True] else "word"
        if self.kind == "edition":
            self.python_type = name_of_editions(self.use)

    @property
    def cpp_type(self):
        return {"edition": "edition", "flag": "bool", "word": "std::string_view"}[self.kind]


def names_of(row, face):
    """The names under which the face has the function of the row, the first one that of the row."""
    given = row.get("generated", {}).get(face, [])
    return [{"name": each} if isinstance(each, str) else each for each in (given if isinstance(given, list) else [given])]


def functions_of(face):
    return [Function(row, given) for row in TABLE["functions"] for given in names_of(row, face)]


def constant(o, value):
    """The C++ constant for a value of an option."""
    if o.kind == "edition":
        return f"uniform::edition::{value.replace('-', '_')}"
    return str(value).lower() if o.kind == "flag" else quoted(value)


def quoted(text):
    """A string literal of C++, C or JavaScript in ASCII."""
    out = ""
    for character in text:
        if character in '"\\':
            out += "\\" + character
        elif " " <= character <= "~":
            out += character
        else:
            out += "".join(f"\\{byte:03o}" for byte in character.encode())
    return f'"{out}"'


def javascript_quoted(text):
    return json.dumps(text, ensure_ascii=True)


def sql_quoted(text):
    return "'" + text.replace("'", "''") + "'"


# ---- the C++ functions

def declarations():
    rows = [row for row in TABLE["functions"] if "function" in row]
    lines = [f"// Written by {WRITTEN_BY}.", "#pragma once", "", '#include "columns/functions/outcome.hpp"', "",
             "namespace uniform::columns::scalar {", ""]
    for row in rows:
        options = [Option(name, of, name) for name, of in row["options"].items()]
        parameters = [f"std::string_view {row['arguments'][0]}"] + [f"{o.cpp_type} {o.name if o.kind != 'edition' else 'e'}" for o in options]
        lines += [f"/// {row['does']} ({row['document']} {row['section']})",
                  f"[[nodiscard]] outcome<{cpp_type(row)}> {row['function']}({', '.join(parameters)});"]
    lines += ["", "} // namespace uniform::columns::scalar", ""]
    return {"columns/functions/functions.hpp": lines}


# ---- columns of texts

def columns():
    lines = [f"// Written by {WRITTEN_BY}.", "#include <algorithm>", "#include <array>", "#include <optional>", "",
             '#include "columns/functions/functions.hpp"', '#include "columns/operation.hpp"', "",
             "namespace uniform::columns::detail {", "", "namespace {", "",
             "template <class Text>", "bool append_given(std::string &out, const scalar::outcome<Text> &given) {",
             "    if (!given || !*given) return false;", "    out += **given;", "    return true;", "}", "",
             "template <class T>", "std::optional<T> value_given(const scalar::outcome<T> &given) {",
             "    return given ? *given : std::nullopt;", "}"]
    made = functions_of("columns")
    for f in made:
        lines += ["", f"made_operation make_{f.name}([[maybe_unused]] const arguments &given) {{"]
        captures = []
        for o in f.options:
            read = {"edition": f"given.edition_for<edition_use::{o.use}>()", "flag": f'given.flag("{o.name}")',
                    "word": f'given.read("{o.name}", [](std::string_view value) {{ return one_of({o.name}_words, value); }})'}[o.kind]
            if o.kind == "word":
                lines.append(f"    static constexpr std::array<std::string_view, {len(o.words)}> {o.name}_words{{"
                             f"{', '.join(map(quoted, o.words))}}};")
            lines += [f"    const auto {o.name} = {read};", f"    if (!{o.name}) return std::unexpected{{{o.name}.error()}};"]
            captures.append(f"{o.name}_given = *{o.name}")
        call = f.call("text", *(o.name + "_given" for o in f.options))
        if f.result == "text":
            lines += [f"    return operation_from([{', '.join(captures)}](std::string_view text, std::string &out) {{",
                      f"        return append_given(out, {call});", "    });", "}"]
        else:
            lines += [f"    return operation_from([{', '.join(captures)}](std::string_view text) {{ return value_given({call}); }});", "}"]
        infos = []
        for o in f.options:
            if o.kind == "edition":
                infos.append(f'{{"edition", {quoted(o.default)}, editions_listed<edition_use::{o.use}>}}')
            else:
                words = "true, false" if o.kind == "flag" else ", ".join(o.words)
                default = str(o.default).lower() if o.kind == "flag" else o.default
                infos.append(f'{{"{o.name}", {quoted(default)}, {quoted(words)}}}')
        lines.append(f"constexpr std::array<option_info, {len(infos)}> options_of_{f.name}{{{{{', '.join(infos)}}}}};" if infos else
                     f"constexpr std::array<option_info, 0> options_of_{f.name}{{}};")
    lines += ["", "constexpr std::array table_rows{"]
    for f in made:
        kind = {"number": "int32"}.get(f.result, f.result)
        lines += [f'    function_row{{{{"{f.name}", result_type::{kind}, options_of_{f.name}, {quoted(f.does)}, {quoted(f.source)}}},',
                  f"                 &make_{f.name}}},"]
    lines += ["};", "", "} // namespace", "", "std::span<const function_row> table_functions() noexcept { return table_rows; }", "",
              "} // namespace uniform::columns::detail", ""]
    return {"columns/table_functions.cpp": lines}


# ---- C

def c_prototype(f):
    parameters = [f"const char *{f.argument}", "size_t size"]
    for o in f.options:
        parameters.append({"edition": "uniform_edition edition", "flag": f"int32_t {o.called}",
                           "word": f"{o.c['type']} {o.called}" if o.c else f"const char *{o.called}"}[o.kind])
    out = {"text": "uniform_string *out", "boolean": "int32_t *out", "number": "int32_t *out"}[f.result]
    return f"uniform_status {f.name}({', '.join([*parameters, out, 'uniform_error *error'])})"


def c_example(f):
    text = f.example[f.argument]
    arguments = [quoted(text), str(len(text.encode()))]
    for o in f.options:
        value = f.example.get(o.name, o.default)
        arguments.append({"edition": "UNIFORM_" + str(value).upper().replace("-", "_"), "flag": str(int(value is True)),
                          "word": o.c["constants"][o.words.index(value)] if o.c else quoted(str(value))}[o.kind])
    gives = f.example["gives"]
    return f"{f.name}({', '.join(arguments)}, &out, NULL); // {quoted(gives) if isinstance(gives, str) else gives}"


def c():
    made = functions_of("c")
    guard = "UNIFORM_C_FUNCTIONS_H"
    header = ["/// The functions of one text that all bindings have (data/functions.json).",
              "///",
              "/// `text` is UTF-8; UNIFORM_REFUSED with what is wrong with it; UNIFORM_NONE where it is read and there is no",
              "/// result; UNIFORM_BAD_ARGUMENT for an edition that the function does not offer. Linear in the text.",
              f"#ifndef {guard}", f"#define {guard}", "", "#include <uniform-c/basics.h>", "#include <uniform-c/host.h>", "", "#ifdef __cplusplus",
              'extern "C" {', "#endif", ""]
    source = [f"// Written by {WRITTEN_BY}.", '#include "table.hpp"', "", "using namespace uniform::c;", ""]
    for f in made:
        header += [f"/// {f.does} ({f.source})", "///", f"///     {c_example(f)}", f"{c_prototype(f)};", ""]
        source.append(f"{c_prototype(f)} {{")
        source += ["    return guarded(error, [&] -> uniform_status {",
                   f"        const std::string_view given = text_of({f.argument}, size);"]
        arguments = ["given"]
        for o in f.options:
            if o.kind == "edition":
                arguments.append(f"edition_of(edition, uniform::edition_use::{o.use})")
            elif o.kind == "flag":
                arguments.append(f"truth({o.called})")
            else:
                arguments.append(f"one_of({{{', '.join(map(quoted, o.words))}}}, {o.called}, {quoted('an unknown ' + o.called)})")
        source += [f"        return give_outcome(uniform::{f.call(*arguments)}, given, out, error);",
                   "    });", "}", ""]
    header += ["#ifdef __cplusplus", "}", "#endif", "", "#endif", ""]
    return {"include/uniform-c/functions.h": header, "table.cpp": source}


def symbols():
    """The lines of the Debian package's list of symbols, each with the version that brought the function."""
    return {"libuniform-c1.table.symbols": [*sorted(f" {f.name}@Base {function_table.since(f.row, 'c')}" for f in functions_of("c")), ""]}


# ---- Python

# (the type of the stubs, the result, the methods by which a type checker tells it apart)
KINDS_OF_COLUMNS = (
    ("_PolarsSeries", "polars.Series", "def to_physical(self) -> object: ...", "def to_frame(self, *args: Any, **kwargs: Any) -> Any: ..."),
    ("_PandasSeries", "pandas.Series[Any]", "@property\n    def iloc(self) -> Any: ...", "def to_frame(self, *args: Any, **kwargs: Any) -> Any: ..."),
    ("_ChunkedArray", "pyarrow.ChunkedArray[Any]", "@property\n    def num_chunks(self) -> int: ...", "@property\n    def chunks(self) -> Any: ..."),
    ("_Array", "pyarrow.Array[Any]", "def buffers(self) -> Any: ...", "def dictionary_encode(self, *args: Any, **kwargs: Any) -> Any: ..."),
    ("_OtherArray", "Column", "def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ..."),
    ("_OtherStream", "Column", "def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ..."),
)


def name_of_editions(use):
    """normalize: NormalizeEdition"""
    return f"{use.upper() if use in ('urn', 'url') else use.capitalize()}Edition"


def overloads(name, parameters, says):
    lines = []
    for kind, result, *_ in KINDS_OF_COLUMNS:
        lines += ["", "", "@overload", f"def {name}(column: {kind}{parameters}) -> {result}: ..."]
    return lines[:-1] + [lines[-1].removesuffix(" ..."), f'    """{says}"""']


def python_type(f):
    return {"text": "str", "boolean": "bool", "number": "int"}[f.result] + (" | None" if f.row.get("none") else "")


def python():
    made = functions_of("python")
    source = [f"// Written by {WRITTEN_BY}.", '#include "table.hpp"', "", "namespace uniform::python {", "",
              "void add_table(nb::module_ &m) {", "    nb::dict table;"]
    module = ['"""The functions of one text that all bindings have (data/functions.json).', "",
              f"Written by {WRITTEN_BY}.", '"""', "", "from __future__ import annotations", "",
              "from collections.abc import Callable", "from typing import Any", "", "from . import types", "from ._uniform import functions_of_table", "",
              f"__all__ = [{', '.join(json.dumps(f.name) for f in sorted(made, key=lambda f: f.name))}]", ""]
    module += [f"_{f.name}: Callable[..., Any] = functions_of_table[{json.dumps(f.name)}]" for f in made]
    for f in made:
        is_identifier = f.argument == "text"
        parameters = [f"{'const identifier &' if is_identifier else 'std::string_view '}{f.argument}"]
        parameters += [f"{'bool' if o.kind == 'flag' else 'std::string_view'} {o.name}" for o in f.options]
        named = [f'nb::arg("{f.argument}").none()', *(f'nb::arg("{o.name}")' for o in f.options)]
        given = "text.text" if is_identifier else f.argument
        arguments = [given]
        for o in f.options:
            arguments.append({"edition": f"text.edition_for(edition, edition_use::{o.use})", "flag": o.name,
                              "word": f"one_of({{{', '.join(map(quoted, map(str, o.words)))}}}, {quoted(o.name)}, {o.name})"}[o.kind])
        source += [f'    table["{f.name}"] = nb::cpp_function([]({", ".join(parameters)}) {{',
                   f"        return given_object({f.call(*arguments)}, {given});",
                   f'    }}, nb::name("{f.name}"), {", ".join(named)});']
        signature = [f"{f.argument}: {'types.Identifier' if is_identifier else 'str'}"]
        for o in f.options:
            type_ = "bool" if o.kind == "flag" else "types." + o.python_type
            signature.append(f"{o.name}: {type_} = {'False' if o.default is False else json.dumps('' if o.kind == 'edition' else o.default)}")
        call = ", ".join([json.dumps(f.example[f.argument], ensure_ascii=False)] +
                         [f"{o.name}={f.example[o.name]!r}" for o in f.options if o.name in f.example])
        module += ["", "", f"def {f.name}({', '.join(signature)}) -> {python_type(f)}:",
                   f'    """{f.does} ({f.source})', "",
                   f"    >>> {f.name}({call})", f"    {f.example['gives']!r}", '    """',
                   f"    return _{f.name}({', '.join([f.argument, *(o.name for o in f.options)])})  # type: ignore[no-any-return]"]
    source += ['    m.attr("functions_of_table") = table;', "}", "", "} // namespace uniform::python", ""]
    in_columns = functions_of("columns")
    used = sorted({o.python_type for f in in_columns for o in f.options if o.kind != "flag"})
    stubs = ['"""The functions over columns that all bindings have (data/functions.json): see arrow.py."""', "",
             "from typing import Any, overload", "", "import pandas", "import polars", "import pyarrow", "",
             f"from .arrow import Column, {', '.join(kind for kind, *_ in KINDS_OF_COLUMNS)}"]
    stubs += [f"from .types import {', '.join(used)}"] if used else []
    for f in in_columns:
        named = ", ".join(f"{o.name}: {'bool' if o.kind == 'flag' else o.python_type} | None = None" for o in f.options)
        stubs += overloads(f.name, f", *, {named}" if named else "", f"{f.does} ({f.source})")
    return {"table.cpp": source, "uniform/_table.py": [*module, ""], "uniform/_arrow_table.pyi": [line.replace('""""', '"\\"""') for line in [*stubs, ""]]}


# ---- JavaScript

def wasm():
    lines = [f"// Written by {WRITTEN_BY}.", '#include "table.hpp"', "", "using namespace uniform;", "using namespace uniform::js;", ""]
    for f in functions_of("javascript"):
        parameters = "".join(f", u32 {o.name}" for o in f.options)
        arguments = ["given"]
        for o in f.options:
            arguments.append({"edition": "edition_at(edition)", "flag": f"{o.name} != 0",
                              "word": f"std::array<std::string_view, {len(o.words)}>{{{', '.join(map(quoted, map(str, o.words)))}}}[{o.name}]"}[o.kind])
        lines += [f"UNIFORM_JS(table_{f.row['name']})(u32 size{parameters}) {{", "    const auto given = arguments{size}.next();",
                  f"    return give_outcome({f.call(*arguments)}, given);", "}", ""]
    return {"table.cpp": lines}


def javascript():
    made = functions_of("javascript")
    lines = [f"// Written by {WRITTEN_BY}: the functions of one text that all bindings have.", "",
             'import { call, choice, known } from "./module.js";', 'import { edition } from "./reference.js";', ""]
    named = sorted({"EditionOptions", *(f.type_of_options for f in made if f.type_of_options)})
    types = [f'import type {{ {", ".join(named)} }} from "./index.js";', ""]
    for f in made:
        names = [o.called for o in f.options]
        numbers = []
        fields = []
        for o in f.options:
            if o.kind == "edition":
                numbers.append("edition(options)" if o.use == "parse" else f'edition(options, "{o.use}")')
            elif o.kind == "flag":
                numbers.append(f"options?.{o.called} ? 1 : 0")
                fields.append(f"{o.called}?: boolean")
            else:
                words = [o.default, *(w for w in o.words if w != o.default)]
                if words != o.words:
                    raise SystemExit(f"{f.row['name']}: the default of {o.name} is to be its first word")
                numbers.append(f'choice(options, "{o.called}", {json.dumps(o.words)})')
                fields.append(f"{o.called}?: {' | '.join(map(json.dumps, o.words))}")
        known = [f'  known(options, "{f.name}", {json.dumps(names)});'] if names else []
        parameters = f.argument + (", options" if names else "")
        lines += [f"/** {f.does} ({f.source}) */", f"export function {f.name}({parameters}) {{", *known,
                  f"  return call({', '.join([json.dumps('table_' + f.row['name']), f'[{f.argument}]', *numbers])});", "}", ""]
        option_type = f.type_of_options or " & ".join((["EditionOptions"] if "edition" in names else []) + ([f"{{ {'; '.join(fields)} }}"] if fields else []))
        gives = {"text": "string", "boolean": "boolean", "number": "number"}[f.result] + (" | null" if f.row.get("none") else "")
        call = javascript_quoted(f.example[f.argument])
        given = [f"{o.called}: {json.dumps(f.example[o.name])}" for o in f.options if o.name in f.example]
        call += f", {{ {', '.join(given)} }}" if given else ""
        types += ["/**", f" * {f.does} ({f.source})", f" * @example {f.name}({call}) // {javascript_quoted(f.example['gives'])}", " */",
                  f"export function {f.name}({f.argument}: string{f', options?: {option_type}' if names else ''}): {gives};"]
    return {"table.js": lines, "table.d.ts": [*types, ""]}


# ---- SQL

def sql_reads(o, argument, reader):
    """The C++ expression that reads an option of an SQL function from its argument of that number."""
    return {"edition": f"{reader}.edition<edition_use::{o.use}>({argument})", "flag": f"{reader}.flag({argument})",
            "word": f"{reader}.word({{{', '.join(map(quoted, map(str, o.words)))}}}, {argument})"}[o.kind]


def sqlite():
    lines = [f"// Written by {WRITTEN_BY}.", "#include <array>", "", '#include "sqlite/table.hpp"', "", "namespace uniform::sqlite {", "",
             "namespace {", "", "constexpr std::array functions_of_table{"]
    for f in functions_of("sqlite"):
        for count in range(len(f.options) + 1):
            arguments = ["c.text(0)"]
            for at, o in enumerate(f.options):
                arguments.append(sql_reads(o, at + 1, "table_options{c}") if at < count else constant(o, o.default))
            deterministic = "" if f.row.get("deterministic", True) else ", false"
            lines += [f'    function{{"{f.name}", {count + 1}, [](const call &c) {{',
                      f"        give_outcome(c, {f.call(*arguments)});", f"    }}{deterministic}}},"]
    lines += ["};", "", "} // namespace", "", "std::span<const function> table_functions() noexcept { return functions_of_table; }", "",
              "} // namespace uniform::sqlite", ""]
    return {"table_functions.cpp": lines}


def postgresql():
    answers = [f"// Written by {WRITTEN_BY}.", '#include "postgresql/table.hpp"', "", "namespace uniform::postgresql {", ""]
    functions = [f"// Written by {WRITTEN_BY}.", '#include "postgresql/server.hpp"', '#include "postgresql/table_arguments.hpp"', "",
                 "using namespace uniform::postgresql;", ""]
    header = [f"// Written by {WRITTEN_BY}.", "#pragma once", "", '#include "postgresql/answers.hpp"', "", "namespace uniform::postgresql {", ""]
    about = [f"-- The functions of one text that all bindings have, written by {WRITTEN_BY}.",
             "-- A text that is refused gives NULL; an edition or a word that there is not is an error."]
    scripts = {version: [] for version in function_table.versions_of_extension()}
    for f in functions_of("postgresql"):
        symbol = "table_" + f.row["name"]
        c_types = {"edition": "bytes", "word": "bytes", "flag": "bool"}
        parameters = ["bytes text", *(f"{c_types[o.kind]} {o.name}" for o in f.options)]
        header.append(f"answer {symbol}({', '.join([*parameters, 'allocate memory'])}) noexcept;")
        answers += [f"answer {symbol}({', '.join([*parameters, 'allocate memory'])}) noexcept {{"]
        arguments = ["as_view(text)"]
        for o in f.options:
            if o.kind == "edition":
                answers += [f"    const auto e = edition_of_use<edition_use::{o.use}>(as_view({o.name}));",
                            "    if (!e) return only(answer::unknown_edition);"]
                arguments.append("*e")
            elif o.kind == "word":
                answers += [f"    if (!is_one_of({{{', '.join(map(quoted, map(str, o.words)))}}}, as_view({o.name}))) return only(answer::unknown_word);"]
                arguments.append(f"as_view({o.name})")
            else:
                arguments.append(o.name)
        answers += [f"    return answered(memory, [&] {{ return {f.call(*arguments)}; }});", "}", ""]
        reads = ["utf8_argument(fcinfo, 0)"]
        for at, o in enumerate(f.options, 1):
            reads.append(f"PG_GETARG_BOOL({at})" if o.kind == "flag" else f"utf8_argument(fcinfo, {at})")
        named = next((f"utf8_argument(fcinfo, {at})" for at, o in enumerate(f.options, 1) if o.kind != "flag"), "{nullptr, 0}")
        functions += [f"UNIFORM_FUNCTION({symbol}) {{",
                      f"    return result_of(fcinfo, {symbol}({', '.join([*reads, 'memory_for_text'])}), {named});", "}", ""]
        types = {"text": "text", "boolean": "boolean", "number": "integer"}
        declared = ["text"]
        for o in f.options:
            declared.append(f"{o.called} boolean DEFAULT {str(o.default).lower()}" if o.kind == "flag" else
                            f"{o.called} text DEFAULT {sql_quoted(o.default)}")
        signature = ", ".join(["text", *("boolean" if o.kind == "flag" else "text" for o in f.options)])
        volatility = "IMMUTABLE" if f.row.get("deterministic", True) else "STABLE"
        scripts[function_table.since(f.row, "postgresql")] += [
                   f"CREATE FUNCTION {f.name}({', '.join(declared)}) RETURNS {types[f.result]}",
                   f"    AS 'MODULE_PATHNAME', 'uniform_{symbol}' LANGUAGE C {volatility} STRICT PARALLEL SAFE COST {f.row.get('cost', 20)};",
                   f"COMMENT ON FUNCTION {f.name}({signature}) IS {sql_quoted(f.does.rstrip('.'))};"]
    answers += ["} // namespace uniform::postgresql", ""]
    header += ["", "} // namespace uniform::postgresql", ""]
    return {"table_answers.cpp": answers, "table_functions.cpp": functions, "postgresql/table_arguments.hpp": header,
            **{f"table--{version}.sql": [*about, *script, ""] if script else [] for version, script in scripts.items()}}


FACES = {f.__name__: f for f in (declarations, columns, c, symbols, python, wasm, javascript, postgresql, sqlite)}


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in FACES:
        sys.exit(f"usage: generate_bindings.py {'|'.join(FACES)} FOLDER")
    for name, lines in FACES[sys.argv[1]]().items():
        path = Path(sys.argv[2], name)
        text = "\n".join(lines)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
