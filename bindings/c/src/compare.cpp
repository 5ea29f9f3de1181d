// Normalizing and comparing.
#include <uniform/unicode/nfc.hpp>
#include <uniform/uri/compare.hpp>

#include "components.hpp"

namespace uniform::c {

namespace {

// In the order of the constants of reference.h.
constexpr std::array levels{comparison_level::syntax,  comparison_level::simple, comparison_level::letter_case,
                            comparison_level::percent, comparison_level::path,   comparison_level::syntax,
                            comparison_level::scheme};

struct comparison {
    parse_options parse;
    normalize_options normalize;

    explicit comparison(const uniform_normalize_options *given, edition_use use = edition_use::normalize) {
        const auto o = options_of(given);
        parse = parse_options_of(o.edition, o.zone_ids, use);
        normalize.level = enumerator(levels, o.level);
        normalize.ignore_fragment = truth(o.ignore_fragment);
        normalize.rfc5952 = truth(o.rfc5952);
        if (truth(o.nfc)) normalize.characters = to_nfc;
    }
};

uniform_level level_of(comparison_level level) {
    for (std::size_t k = 1; k < levels.size(); ++k) {
        if (levels[k] == level) return static_cast<uniform_level>(k);
    }
    return UNIFORM_LEVEL_SCHEME; // protocol, without redirects
}

} // namespace

} // namespace uniform::c

using namespace uniform::c;

uniform_status uniform_normalize(const char *text, size_t size, const uniform_normalize_options *options,
                                 uniform_string *out, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const comparison o{options};
        const std::string_view t = text_of(text, size);
        // Nobody knows how long the result of NFC is.
        if (o.normalize.characters != nullptr || !has_relative_references(o.parse.edition)) {
            const auto normal = normalize_text(t, o.parse, o.normalize);
            if (!normal) return refuse(error, normal.error(), t);
            assign(out, *normal);
            return UNIFORM_OK;
        }
        const auto r = uniform::parse_uri_reference(t, o.parse);
        if (!r) return refuse(error, r.error(), t);
        const std::size_t most = t.size() + uniform::normalize_slack;
        const auto normal = uniform::normalize_to({room(out, most), most}, *r, o.normalize);
        if (!normal) return refuse(error, normal.error(), t);
        written(out, normal->size());
        return UNIFORM_OK;
    });
}

uniform_status uniform_normal_changes(const char *text, size_t size, const uniform_normalize_options *options,
                                      uint32_t *changes, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const comparison o{options, uniform::edition_use::parse};
        const std::string_view t = text_of(text, size);
        const auto r = uniform::parse_uri_reference(t, o.parse);
        if (!r) return refuse(error, r.error(), t);
        std::uint32_t all = 0;
        if (!is_normal(*r, o.normalize)) {
            const uniform::changes c = would_change(*r, o.normalize);
            if (c.scheme) all |= UNIFORM_CHANGES_SCHEME;
            if (c.userinfo) all |= UNIFORM_CHANGES_USERINFO;
            if (c.host) all |= UNIFORM_CHANGES_HOST;
            if (c.port) all |= UNIFORM_CHANGES_PORT;
            if (c.path) all |= UNIFORM_CHANGES_PATH;
            if (c.query) all |= UNIFORM_CHANGES_QUERY;
            if (c.fragment) all |= UNIFORM_CHANGES_FRAGMENT;
        }
        checked(changes) = all;
        return UNIFORM_OK;
    });
}

uniform_status uniform_equivalent(const char *a, size_t a_size, const char *b, size_t b_size,
                                  const uniform_normalize_options *options, int32_t *equivalent, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const comparison o{options};
        const std::string_view x = text_of(a, a_size);
        const std::string_view y = text_of(b, b_size);
        const auto same = equivalent_texts(x, y, o.parse, o.normalize);
        if (!same) return refuse(error, same.error(), {x, y});
        checked(equivalent) = *same ? 1 : 0;
        return UNIFORM_OK;
    });
}

uniform_status uniform_lowest_level(const char *a, size_t a_size, const char *b, size_t b_size,
                                    const uniform_normalize_options *options, uniform_level *level,
                                    uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const comparison o{options};
        const std::string_view x = text_of(a, a_size);
        const std::string_view y = text_of(b, b_size);
        const auto lowest = lowest_level_of_texts(x, y, o.parse, o.normalize);
        if (!lowest) return refuse(error, lowest.error(), {x, y});
        checked(level);
        if (!*lowest) return UNIFORM_NONE;
        *level = level_of(**lowest);
        return UNIFORM_OK;
    });
}

uniform_status uniform_hash(const char *text, size_t size, const uniform_normalize_options *options, uint64_t *hash,
                            uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const comparison o{options, uniform::edition_use::parse};
        const std::string_view t = text_of(text, size);
        const auto r = uniform::parse_uri_reference(t, o.parse);
        if (!r) return refuse(error, r.error(), t);
        checked(hash) = uniform::hash(*r, o.normalize);
        return UNIFORM_OK;
    });
}
