// Percent-encoding, IRIs, repair.
#include <uniform/idna/internationalized_name.hpp>
#include <uniform/repair/repair.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/iri.hpp>

#include "components.hpp"

namespace uniform::c {

namespace {

// In the order of the constants of reference.h.
constexpr std::array interpretations{interpretation::rfc3987, interpretation::whatwg, interpretation::typed};

// The rules of which allowed() knows the characters.
bool is_encodable(rule r) {
    switch (r) {
    case rule::userinfo:
    case rule::host:
    case rule::reg_name:
    case rule::path:
    case rule::segment:
    case rule::query:
    case rule::fragment:
        return true;
    default:
        return false;
    }
}

std::optional<std::string> shown(std::string_view name) {
    std::string text = idna::display(name).text;
    if (text == name) return std::nullopt;
    return text;
}

} // namespace

} // namespace uniform::c

using namespace uniform::c;

uniform_status uniform_encode(const char *component, const char *data, size_t size, uniform_string *out) {
    return guarded(nullptr, [&] -> uniform_status {
        checked(component);
        const std::string_view text = text_of(data, size);
        const uniform::rule rule = uniform::rule_from_string(component);
        if (!is_encodable(rule)) throw bad_argument{"no component in which data is encoded"};
        assign(out, rule == uniform::rule::segment ? uniform::encode_segment(text) : uniform::encode(text, rule));
        return UNIFORM_OK;
    });
}

uniform_status uniform_decode(const char *text, size_t size, int32_t plus_is_space, uniform_string *out,
                              uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const std::string_view t = text_of(text, size);
        const auto plus = truth(plus_is_space) ? uniform::plus::as_space : uniform::plus::as_written;
        const auto decoded = uniform::decode_to({room(out, t.size()), t.size()}, t, plus);
        if (!decoded) return refuse(error, decoded.error(), t);
        written(out, decoded->size());
        return UNIFORM_OK;
    });
}

uniform_status uniform_iri_to_uri(const char *iri, size_t size, int32_t hosts_by_idna, uniform_string *out,
                                  uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const std::string_view t = text_of(iri, size);
        const auto r = uniform::parse_iri_reference(t);
        if (!r) return refuse(error, r.error(), t);
        if (!truth(hosts_by_idna)) {
            assign(out, iri_to_uri(*r));
            return UNIFORM_OK;
        }
        uniform::idna::problem problem;
        const auto to_ascii = [&](std::string_view name) -> std::expected<std::string, uniform::error> {
            auto made = uniform::idna::to_ascii(name);
            if (made) return *std::move(made);
            problem = made.error();
            return std::unexpected{
                uniform::error{problem.offset, uniform::error_code::invalid_name, uniform::rule::host}};
        };
        const auto made = iri_to_uri(*r, to_ascii);
        if (!made && problem.says.empty()) return refuse(error, made.error(), t);
        if (!made) {
            return refuse(error, {made.error().offset, "invalid_name", problem.says, "ireg-name", problem.document,
                                  problem.section});
        }
        assign(out, *made);
        return UNIFORM_OK;
    });
}

uniform_status uniform_uri_to_iri(const char *uri, size_t size, int32_t hosts_by_idna, uniform_string *out,
                                  uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const std::string_view t = text_of(uri, size);
        const auto r = uniform::parse_uri_reference(t);
        if (!r) return refuse(error, r.error(), t);
        assign(out, truth(hosts_by_idna) ? uri_to_iri(*r, shown) : uri_to_iri(*r));
        return UNIFORM_OK;
    });
}

uniform_status uniform_repair(const char *text, size_t size, uniform_interpretation like, uniform_production production,
                              uniform_string *out, int32_t *changed, uniform_string *host_before,
                              uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const std::string_view t = text_of(text, size);
        const auto made =
            uniform::repair(t, {.like = enumerator(interpretations, like), .as = production_of(production)});
        if (!made) {
            const uniform::no_repair &why = made.error();
            return refuse(error, {why.offset, "no_repair", why.says, why.production, why.document, why.section});
        }
        if (host_before != nullptr) assign(host_before, made->host_before.value_or(""));
        assign(out, made->uri);
        if (changed != nullptr) *changed = made->changed ? 1 : 0;
        return UNIFORM_OK;
    });
}
