// Registrable domains, by the Public Suffix List that JavaScript hands in (package/domains.js): the module has none.
#include "table.hpp"

#include <uniform/base/assertion.hpp>
#include <uniform/idna/public_suffix.hpp>

using namespace uniform;
using namespace uniform::js;

namespace uniform::idna {

namespace {

std::optional<suffix_list> &list_in_use() {
    static std::optional<suffix_list> list;
    return list;
}

} // namespace

const suffix_list &current_suffix_list() {
    UNIFORM_ASSERT(list_in_use().has_value()); // domains.js hands it in first
    return *list_in_use();
}

void use_suffix_list(suffix_list list) { list_in_use() = std::move(list); }

} // namespace uniform::idna

// The text of a list. The result are the facts about it.
UNIFORM_JS(use_suffix_list)(u32 size) {
    const auto text = arguments{size}.next();
    auto list = idna::suffix_list::read(text);
    if (!list) {
        const idna::suffix_list_problem &why = list.error();
        give_json([&](json::writer &w) {
            w.begin_object().member("code", "invalid_list").member("offset", units{text}.before(why.offset));
            w.member("byteOffset", why.offset).member("line", why.line);
            source(w.member("rule", "list"), "publicsuffix.org", "list").member("reason", why.says).end_object();
        });
        return failed;
    }
    const auto answer = give_json([&](json::writer &w) {
        w.begin_object().member("version", list->version()).member("commit", list->commit());
        w.member("rules", list->size()).end_object();
    });
    idna::use_suffix_list(*std::move(list));
    return answer;
}

UNIFORM_JS(domain)(u32 size, u32 icann) {
    const auto parts =
        idna::domain_of(arguments{size}.next(), icann != 0 ? idna::suffix_rules::icann : idna::suffix_rules::all);
    return give_json([&](json::writer &w) {
        if (!parts) return void(w.null());
        w.begin_object();
        const std::pair<std::string_view, std::string_view> texts[]{{"registrable", parts->registrable()},
                                                                    {"suffix", parts->suffix()},
                                                                    {"label", parts->label()},
                                                                    {"subdomain", parts->subdomain()}};
        for (const auto &[name, part] : texts) part.empty() ? w.key(name).null() : w.member(name, part);
        w.member("listed", parts->listed).member("private", parts->is_private).end_object();
    });
}

// The part of that number, in the order of package/domains.js, of the host of a URI.
UNIFORM_JS(domain_part)(u32 size, u32 part, u32 edition, u32 icann) {
    constexpr std::array functions{&columns::scalar::public_suffix, &columns::scalar::registrable_domain,
                                   &columns::scalar::domain_label, &columns::scalar::subdomain};
    const auto given = arguments{size}.next();
    return give_outcome(functions[part](given, edition_at(edition), icann != 0), given);
}
