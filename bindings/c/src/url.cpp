#include <uniform/url/url.hpp>

#include "values.hpp"

namespace uniform::c {

namespace {

using entry = uniform_values::entry;

url_options url_options_of(uniform_edition edition) {
    const uniform::edition e = edition_of(edition);
    return {.edition = is_url_edition(e) ? std::optional{e} : std::nullopt};
}

entry entry_of(url_field f) {
    entry e{std::move(f.name)};
    switch (f.what) {
    case url_field::kind::absent:
        break;
    case url_field::kind::text:
        e.kind = UNIFORM_VALUE_TEXT;
        e.text = std::move(f.text);
        break;
    case url_field::kind::number:
        e.kind = UNIFORM_VALUE_NUMBER;
        e.text = std::to_string(f.number);
        break;
    case url_field::kind::boolean:
        e.kind = UNIFORM_VALUE_BOOLEAN;
        e.text = f.number != 0 ? "true" : "false";
        break;
    case url_field::kind::list:
        e.kind = UNIFORM_VALUE_LIST;
        e.list = std::move(f.list);
        break;
    case url_field::kind::pair_list:
        e.kind = UNIFORM_VALUE_PAIRS;
        e.pairs = std::move(f.pair_list);
        break;
    }
    return e;
}

url_field field_of(const entry &e) {
    switch (e.kind) {
    case UNIFORM_VALUE_TEXT:
    case UNIFORM_VALUE_NUMBER: // make_url() reads a text where a number is due
        return url_field::of(e.name, e.text);
    case UNIFORM_VALUE_BOOLEAN:
        return url_field::of_boolean(e.name, e.text == "true");
    case UNIFORM_VALUE_LIST:
        return url_field::of_list(e.name, e.list);
    case UNIFORM_VALUE_PAIRS:
        return url_field::of_pairs(e.name, e.pairs);
    default:
        return url_field::of(e.name, std::nullopt);
    }
}

} // namespace

} // namespace uniform::c

using namespace uniform::c;

uniform_status uniform_url_fields(const char *url, size_t size, uniform_edition edition, uniform_values **fields,
                                  uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const std::string_view t = text_of(url, size);
        const auto o = url_options_of(edition);
        const auto u = uniform::parse_url(t, o);
        if (!u) return refuse(error, u.error(), t);
        auto made = std::make_unique<uniform_values>();
        for (auto &f : uniform::fields_of(*u, o)) made->entries.push_back(entry_of(std::move(f)));
        hand_over(fields, std::move(made));
        return UNIFORM_OK;
    });
}

uniform_status uniform_url_make(const char *scheme, size_t scheme_size, const uniform_values *fields,
                                uniform_edition edition, uniform_string *out, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        std::vector<uniform::url_field> all;
        for (const auto &e : checked(fields).entries) all.push_back(field_of(e));
        const auto made = uniform::make_url(text_of(scheme, scheme_size), all, url_options_of(edition));
        if (!made) return refuse(error, made.error(), "");
        assign(out, *made);
        return UNIFORM_OK;
    });
}
