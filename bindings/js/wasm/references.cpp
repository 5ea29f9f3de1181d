// Operations on references: normalizing, resolving, comparing, converting, queries and percent-encoding.
#include "wire.hpp"

#include <uniform/uri/compare.hpp>
#include <uniform/uri/data_place.hpp>
#include <uniform/uri/dot_segments.hpp>
#include <uniform/uri/relativize.hpp>
#include <uniform/uri/resolve.hpp>
#include <uniform/uri/scheme.hpp>
#include <uniform/url/by_edition.hpp>

#include <utility>

using namespace uniform;
using namespace uniform::js;

namespace {

resolve_options policies(u32 flags) noexcept {
    resolve_options o;
    o.strict = (flags & 1) == 0;
    o.base_dots = (flags & 2) != 0 ? base_dots::removed_first : base_dots::as_written;
    o.double_slash = (flags & 4) != 0 ? double_slash::refuse : double_slash::guard;
    o.excess = static_cast<excess_dots>(flags >> 4 & 3);
    return o;
}

// The arguments of an operation on two texts.
struct two_texts {
    std::string_view a, b;
    explicit two_texts(u32 size) {
        arguments in{size};
        a = in.next();
        b = in.next();
    }
};

} // namespace

UNIFORM_JS(normalize)(u32 size, u32 e, u32 level, u32 flags) {
    const auto text = arguments{size}.next();
    const parse_options how{.edition = edition_at(e)};
    const auto o = normalizing(level, flags);
    if (!has_relative_references(how.edition)) {
        auto normal = normalize_text(text, how, o);
        return normal ? give(*std::move(normal)) : fail(normal.error(), text);
    }
    const auto r = parse_uri_reference(text, how);
    if (!r) return fail(r.error(), text);
    if (is_normal(*r, o)) return unchanged;
    return give(normalize(*r, o));
}

// Each level with its text and what it changes.
UNIFORM_JS(normal_forms)(u32 size, u32 e, u32 flags) {
    const auto text = arguments{size}.next();
    const auto r = parse_uri_reference(text, {.edition = edition_at(e)});
    if (!r) return fail(r.error(), text);
    constexpr std::array sections{"6.2.1", "6.2.2.1", "6.2.2.2", "6.2.2.3", "6.2.2", "6.2.3"};
    return give_json([&](json::writer &w) {
        w.begin_array();
        for (u32 level = 0; level < sections.size(); ++level) {
            const auto o = normalizing(level, flags);
            const changes c = would_change(*r, o);
            w.begin_object().member("level", to_string(o.level));
            source(w, "RFC 3986", sections[level]).member("text", normalize(*r, o)).key("changes").begin_array();
            for (const auto &[name, changed] :
                 {std::pair{"scheme", c.scheme}, std::pair{"userinfo", c.userinfo}, std::pair{"host", c.host},
                  std::pair{"port", c.port}, std::pair{"path", c.path}, std::pair{"query", c.query},
                  std::pair{"fragment", c.fragment}}) {
                if (changed) w.string(name);
            }
            w.end_array().end_object();
        }
        w.end_array();
    });
}

UNIFORM_JS(resolve)(u32 size, u32 e, u32 flags) {
    const two_texts of{size};
    auto target = resolve_texts(of.a, of.b, {.edition = edition_at(e)}, policies(flags));
    return target ? give(*std::move(target)) : fail(target.error(), {of.a, of.b}, {"base", "reference"});
}

UNIFORM_JS(relativize)(u32 size, u32 e, u32 flags) {
    const auto [a, b] = two_texts{size};
    const parse_options o{.edition = edition_at(e)};
    const auto base = parse_uri(a, o);
    if (!base) return fail(base.error(), a, "base");
    const auto target = parse_uri(b, o);
    if (!target) return fail(target.error(), b, "target");
    auto reference = relativize(*base, *target, policies(flags));
    return reference ? give(*std::move(reference)) : fail(reference.error(), b, "target");
}

// RFC 3986 5.2.4
UNIFORM_JS(remove_dot_segments)(u32 size) {
    std::string path{arguments{size}.next()};
    const char *end = detail::remove_dot_segments(path.data(), path.data() + path.size(), path.data());
    path.resize(static_cast<std::size_t>(end - path.data()));
    return give(std::move(path));
}

UNIFORM_JS(equivalent)(u32 size, u32 e, u32 level, u32 flags) {
    const two_texts of{size};
    const auto same = equivalent_texts(of.a, of.b, {.edition = edition_at(e)}, normalizing(level, flags));
    return same ? give(*same ? "1" : "") : fail(same.error(), {of.a, of.b}, {"first", "second"});
}

// The name of the lowest level at which they are equivalent, or nothing.
UNIFORM_JS(lowest_level)(u32 size, u32 e, u32 flags) {
    const two_texts of{size};
    const auto level = lowest_level_of_texts(of.a, of.b, {.edition = edition_at(e)}, normalizing(0, flags));
    if (!level) return fail(level.error(), {of.a, of.b}, {"first", "second"});
    return give(*level ? std::string{to_string(**level)} : std::string{});
}

// data, name of the component
UNIFORM_JS(encode)(u32 size, u32 e, u32 plus_as_space) {
    arguments in{size};
    const auto data = in.next();
    const auto component = in.next();
    const auto place = data_place_from_string(component);
    if (!place) return -1;
    query_options o;
    if (plus_as_space != 0) o.plus = plus::as_space;
    auto text = encode_data(data, *place, o, edition_at(e));
    return text ? give(*std::move(text)) : fail(text.error(), data);
}

UNIFORM_JS(decode)(u32 size, u32 plus_as_space) {
    const auto text = arguments{size}.next();
    auto data = decode(text, plus_as_space != 0 ? plus::as_space : plus::as_written);
    return data ? give(*std::move(data)) : fail(data.error(), text);
}

// The pairs as written and as data; null for the data of what does not decode.
UNIFORM_JS(query_parameters)(u32 size, u32 flags) {
    const auto text = arguments{size}.next();
    const auto o = reading(flags);
    return give_json([&](json::writer &w) {
        const auto data = [&](const auto &decoded_text) {
            using type = std::remove_cvref_t<decltype(*decoded_text)>;
            if constexpr (std::is_same_v<type, std::string>) {
                decoded_text ? w.string(*decoded_text) : w.null();
            } else {
                decoded_text ? w.add(*decoded_text) : w.null();
            }
        };
        w.begin_array();
        for (const parameter p : uniform::query_parameters{text, o}) {
            w.begin_object();
            w.key("key");
            data(p.decoded_key(o.plus));
            w.key("value");
            data(p.decoded_value(o.plus));
            w.member("text", p.text()).end_object();
        }
        w.end_array();
    });
}

// key, value (absent for none), key, value, ...
UNIFORM_JS(encode_parameters)(u32 size, u32 flags, u32 e) {
    std::vector<decoded_parameter> pairs;
    for (arguments in{size}; in.more();) {
        decoded_parameter p{std::string{in.next()}, std::nullopt};
        if (const auto value = in.maybe()) p.value = *value;
        pairs.push_back(std::move(p));
    }
    auto query = encode_parameters(pairs, reading(flags), edition_at(e));
    if (query) return give(*std::move(query));
    // A query is US-ASCII: so many octets are so many code units.
    return fail(query.error(), std::string(static_cast<std::size_t>(query.error().offset), '&'));
}

UNIFORM_JS(scheme)(u32 size) {
    const auto *s = scheme_registry::standard().find(arguments{size}.next());
    return give_json([&](json::writer &w) {
        if (s == nullptr) {
            w.null();
            return;
        }
        w.begin_object().member("name", s->name).member("status", to_string(s->status));
        w.member("reference", s->reference).member("defaultPort", s->default_port);
        w.member("defaultPortSource", s->default_port_source).end_object();
    });
}
