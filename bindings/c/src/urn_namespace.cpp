// The rules in the registrations of URN namespaces: whether a name is one of its namespace, check characters, names of
// other identifier systems.
#include <uniform/urn/check_character.hpp>
#include <uniform/urn/name.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/nid.hpp>

#include "urn.hpp"

namespace uniform::c {

namespace {

// In the order of the constants of urn.h.
constexpr std::array validation_levels{validation_level::normal, validation_level::lenient, validation_level::strict};
constexpr std::array check_states{check_state::none, check_state::correct, check_state::incorrect,
                                  check_state::unchecked};

void give_namespace(uniform_namespace *to, const namespace_info &info) {
    uniform_namespace all{};
    all.informal = info.kind == namespace_kind::informal ? 1 : 0;
    all.nid = given(info.nid);
    all.status = given(to_string(info.status));
    all.title = given(info.title);
    all.registrant = given(info.registrant);
    all.date = given(info.date);
    all.abnf = given(info.syntax.abnf);
    all.system = given(info.names.empty() ? std::string_view{} : info.names.front().system);
    all.example = given(info.examples.empty() ? std::string_view{} : info.examples.front());
    give(to, all);
}

} // namespace

} // namespace uniform::c

using namespace uniform::c;

uniform_status uniform_urn_validate(const char *urn, size_t size, uniform_edition edition, uniform_validation level,
                                    uniform_error *error) {
    return with_urn(urn, size, edition, error, [&](const uniform::urn_view &u) -> uniform_status {
        const auto valid = validate(u, enumerator(validation_levels, level));
        return valid ? uniform_status{UNIFORM_OK} : refuse(error, valid.error(), u.text());
    });
}

uniform_status uniform_urn_check_name(const char *urn, size_t size, uniform_edition edition, uniform_urn_check *check,
                                      uniform_error *error) {
    return with_urn(urn, size, edition, error, [&](const uniform::urn_view &u) -> uniform_status {
        const uniform::check_result result = uniform::check(u);
        uniform_urn_check all{};
        all.state = constant_of(check_states, result.state);
        all.strict = result.strict ? 1 : 0;
        all.found = absent_range;
        all.algorithm = given(std::string_view{});
        if (result.state == uniform::check_state::correct || result.state == uniform::check_state::incorrect) {
            all.found = {result.offset, result.offset + static_cast<std::uint32_t>(result.found.size())};
            all.algorithm = given(to_string(result.algorithm));
            put(all.expected, result.expected.view());
        }
        give(check, all);
        return UNIFORM_OK;
    });
}

uniform_status uniform_urn_from_name(const char *nid, size_t nid_size, const char *name, size_t name_size,
                                     const uniform_urn_make_options *options, uniform_string *out,
                                     uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const auto o = options_of(options);
        const std::string_view n = text_of(nid, nid_size);
        const std::string_view t = text_of(name, name_size);
        const auto made = uniform::urn_from_name(
            n, t,
            {.encoded = truth(o.encoded), .complete_check = truth(o.complete_check), .any_check = truth(o.any_check)});
        if (!made) {
            const bool of_nid =
                made.error().rule == uniform::rule::nid || made.error().code == uniform::error_code::unknown_namespace;
            return of_nid ? refuse(error, made.error(), n, 0) : refuse(error, made.error(), t, 1);
        }
        assign(out, made->text());
        return UNIFORM_OK;
    });
}

uniform_status uniform_urn_to_name(const char *urn, size_t size, uniform_edition edition, uniform_string *out,
                                   uniform_error *error) {
    return with_urn(urn, size, edition, error, [&](const uniform::urn_view &u) -> uniform_status {
        const auto name = name_from_urn(u);
        if (!name) return UNIFORM_NONE;
        assign(out, *name);
        return UNIFORM_OK;
    });
}

uniform_status uniform_urn_guess(const char *text, size_t size, uniform_list **urns) {
    return guarded(nullptr, [&] -> uniform_status {
        auto made = std::make_unique<uniform_list>();
        for (auto &guess : uniform::guess_names(text_of(text, size))) made->texts.push_back(std::move(guess.urn));
        hand_over(urns, std::move(made));
        return UNIFORM_OK;
    });
}

uniform_status uniform_urn_addresses(const char *urn, size_t size, uniform_edition edition, uniform_list **addresses,
                                     uniform_error *error) {
    return with_urn(urn, size, edition, error, [&](const uniform::urn_view &u) -> uniform_status {
        auto made = std::make_unique<uniform_list>();
        made->texts = resolver_addresses(u);
        hand_over(addresses, std::move(made));
        return UNIFORM_OK;
    });
}

uniform_status uniform_urn_new_uuid(int32_t by_time, uniform_string *out) {
    return guarded(nullptr, [&] -> uniform_status {
        const auto version = truth(by_time) ? uniform::uuid_version::time : uniform::uuid_version::random;
        const auto made = uniform::make_uuid_urn(version);
        if (!made) return UNIFORM_NONE;
        assign(out, made->text());
        return UNIFORM_OK;
    });
}

uniform_status uniform_nid_classify(const char *nid, size_t size, uniform_edition edition, uniform_nid *result) {
    return guarded(nullptr, [&] -> uniform_status {
        const uniform::edition e = edition_of(edition);
        const auto c = uniform::classify_nid(text_of(nid, size), is_urn_edition(e) ? e : uniform::edition::rfc8141);
        uniform_nid all{};
        all.well_formed = c.well_formed() ? 1 : 0;
        all.registered = c.registered ? 1 : 0;
        all.available_as_formal = c.available_as_formal() ? 1 : 0;
        all.kind = given(to_string(c.kind));
        const auto citation = c.citation();
        all.document = given(citation.document);
        all.section = given(citation.section);
        all.says = given(citation.says);
        give(result, all);
        return UNIFORM_OK;
    });
}

uniform_status uniform_namespace_find(const char *nid, size_t size, uniform_namespace *result) {
    return guarded(nullptr, [&] -> uniform_status {
        const auto *info = uniform::namespace_registry::standard().find(text_of(nid, size));
        if (info == nullptr) return UNIFORM_NONE;
        give_namespace(result, *info);
        return UNIFORM_OK;
    });
}

size_t uniform_namespace_count(void) { return uniform::iana_namespaces().size(); }

uniform_status uniform_namespace_get(size_t index, uniform_namespace *result) {
    return guarded(nullptr, [&] -> uniform_status {
        const auto all = uniform::iana_namespaces();
        if (index >= all.size()) return UNIFORM_NONE;
        give_namespace(result, all[index]);
        return UNIFORM_OK;
    });
}
