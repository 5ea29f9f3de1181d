#include "service/lists/import_counts_text.hpp"

#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>

namespace uniform::service {

std::string text_of_counts(const import_counts &c) {
    std::string out;
    json::writer w{out};
    w.begin_object().member("lines", c.lines).member("assigned", c.assigned).member("unchanged", c.unchanged);
    w.member("changed", c.changed).member("withdrawn", c.withdrawn);
    w.member("conflicts", c.conflicts).member("problems", c.problems).member("bytes", c.bytes).end_object();
    return out;
}

import_counts counts_from_text(std::string_view text) {
    const auto read = json::read(text).value_or(json::value{});
    const auto number = [&](std::string_view name) {
        const json::value *const v = read.find(name);
        return v == nullptr ? 0 : v->if_unsigned().value_or(0);
    };
    return {.lines = number("lines"),
            .assigned = number("assigned"),
            .unchanged = number("unchanged"),
            .changed = number("changed"),
            .withdrawn = number("withdrawn"),
            .conflicts = number("conflicts"),
            .problems = number("problems"),
            .bytes = number("bytes")};
}

} // namespace uniform::service
