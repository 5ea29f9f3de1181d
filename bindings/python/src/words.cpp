// The lists of words that options take, for the types of the package.
#include "words.hpp"

#include <uniform/lint/check.hpp>
#include <uniform/syntax/edition_use.hpp>
#include <uniform/uri/data_place.hpp>
#include <uniform/uri/host.hpp>

#include "module.hpp"

namespace uniform::python {

namespace {

std::string_view name_of_word(std::string_view name) { return name; }
template <class T>
std::string_view name_of_word(const word<T> &w) {
    return w.name;
}
template <class T>
    requires std::is_enum_v<T>
std::string_view name_of_word(T value) {
    return to_string(value);
}

template <class Words>
nb::list names_of_words(const Words &words) {
    nb::list out;
    for (const auto &w : words) out.append(str_of(name_of_word(w)));
    return out;
}

// The words of each option, by the name of its type.
nb::dict option_words() {
    using enum lint_severity;
    using enum host_type;
    nb::dict out;
    out["Level"] = names_of_words(levels);
    out["Production"] = names_of_words(productions);
    out["Component"] = names_of_words(component_names);
    out["DataPlace"] = names_of_words(data_place_names.names());
    out["HostType"] = names_of_words(std::array{reg_name, ipv4, ipv6, ipvfuture, hostname});
    out["HostRules"] = names_of_words(host_rules);
    out["Excess"] = names_of_words(treatments_of_excess);
    out["Like"] = names_of_words(interpretations);
    out["Severity"] = names_of_words(std::array{note, warning, error});
    out["FoundSchemes"] = names_of_words(choices_of_schemes);
    out["URNRules"] = names_of_words(equivalences_of_urns);
    out["ValidationLevel"] = names_of_words(validation_levels);
    return out;
}

// The editions of each use, and all of them under "".
nb::dict edition_words() {
    nb::dict out;
    const auto add = [&](std::string_view name, auto offered) {
        nb::list names;
        for (const auto of : {std::span<const edition>{editions}, std::span<const edition>{urn_editions},
                              std::span<const edition>{url_editions}}) {
            for (const edition e : of) {
                if (offered(e)) names.append(str_of(to_string(e)));
            }
        }
        out[str_of(name)] = names;
    };
    add("", [](edition) { return true; });
    for (const edition_use use : edition_uses) add(to_string(use), [use](edition e) { return offers(use, e); });
    return out;
}

} // namespace

void add_words(nb::module_ &m) {
    m.def("option_words", &option_words, nb::sig("def option_words() -> dict[str, list[str]]"));
    m.def("edition_words", &edition_words, nb::sig("def edition_words() -> dict[str, list[str]]"));
}

} // namespace uniform::python
