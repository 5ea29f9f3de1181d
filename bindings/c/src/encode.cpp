// Percent-encoding and repair.
#include <uniform/repair/repair.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/data_place.hpp>

#include "components.hpp"

namespace uniform::c {

namespace {

// In the order of the constants of reference.h.
constexpr std::array interpretations{interpretation::rfc3987, interpretation::whatwg, interpretation::typed};

} // namespace

} // namespace uniform::c

using namespace uniform::c;

uniform_status uniform_encode(const char *component, const char *data, size_t size, uniform_string *out,
                              uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        checked(component);
        const std::string_view d = text_of(data, size);
        const auto place = uniform::data_place_from_string(component);
        if (!place) throw bad_argument{"no component in which data is encoded"};
        const auto text = uniform::encode_data(d, *place);
        if (!text) return refuse(error, text.error(), d);
        assign(out, *text);
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
