// Edits of a reference, one after the other, all or none; and references made of components.
#include "wire.hpp"

#include <uniform/uri/uri.hpp>

#include <charconv>

using namespace uniform;
using namespace uniform::js;

namespace {

using done = std::expected<void, error>;
using maybe = std::optional<std::string_view>;

// One edit: its name as in C++ without "set_", and its arguments. `data`: they are data, to be encoded.
struct step {
    std::string_view name;
    bool data;
    maybe a;
    maybe b;
};

std::size_t index_of(std::string_view text) noexcept {
    std::size_t n = 0;
    std::from_chars(text.data(), text.data() + text.size(), n);
    return n;
}

// Sets a component, or removes it where the step has no text.
template <auto Text, auto Data, auto Remove>
done component(reference &r, const step &s) {
    if (!s.a) return (r.*Remove)();
    return s.data ? (r.*Data)(decoded{*s.a}) : (r.*Text)(*s.a);
}

using text_edit = done (editable::*)(std::string_view);
using data_edit = done (editable::*)(decoded);
using plain_edit = done (editable::*)();

done set_component(reference &r, const step &s, bool &known) {
    using e = editable;
    if (s.name == "scheme") return s.a ? r.set_scheme(*s.a) : r.remove_scheme();
    if (s.name == "authority") return s.a ? r.set_authority(*s.a) : r.remove_authority();
    if (s.name == "userinfo") {
        return component<text_edit{&e::set_userinfo}, data_edit{&e::set_userinfo}, plain_edit{&e::remove_userinfo}>(r,
                                                                                                                    s);
    }
    if (s.name == "user") {
        return component<text_edit{&e::set_user}, data_edit{&e::set_user}, plain_edit{&e::remove_userinfo}>(r, s);
    }
    if (s.name == "password") {
        return component<text_edit{&e::set_password}, data_edit{&e::set_password}, plain_edit{&e::remove_password}>(r,
                                                                                                                    s);
    }
    if (s.name == "host") {
        return component<text_edit{&e::set_host}, data_edit{&e::set_host}, plain_edit{&e::remove_authority}>(r, s);
    }
    if (s.name == "port") return s.a ? r.set_port(*s.a) : r.remove_port();
    if (s.name == "path") {
        const std::string_view path = s.a.value_or("");
        return s.data ? r.set_path(decoded{path}) : r.set_path(path);
    }
    if (s.name == "query") {
        return component<text_edit{&e::set_query}, data_edit{&e::set_query}, plain_edit{&e::remove_query}>(r, s);
    }
    if (s.name == "fragment") {
        return component<text_edit{&e::set_fragment}, data_edit{&e::set_fragment}, plain_edit{&e::remove_fragment}>(r,
                                                                                                                    s);
    }
    known = false;
    return {};
}

done edit_path(reference &r, const step &s, bool &known) {
    const std::string_view a = s.a.value_or("");
    const std::string_view b = s.b.value_or("");
    if (s.name == "appendSegment") return s.data ? r.append_segment(decoded{a}) : r.append_segment(a);
    if (s.name == "insertSegment") {
        return s.data ? r.insert_segment(index_of(a), decoded{b}) : r.insert_segment(index_of(a), b);
    }
    if (s.name == "replaceSegment") {
        return s.data ? r.replace_segment(index_of(a), decoded{b}) : r.replace_segment(index_of(a), b);
    }
    if (s.name == "eraseSegment") return r.erase_segment(index_of(a));
    if (s.name == "popSegment") return r.pop_segment();
    known = false;
    return {};
}

done edit_query(reference &r, const step &s, query_options o, bool &known) {
    const std::string_view key = s.a.value_or("");
    const auto data = [&] { return s.b ? std::optional{decoded{*s.b}} : std::nullopt; };
    if (s.name == "appendParameter") {
        return s.data ? r.append_parameter(decoded{key}, data(), o) : r.append_parameter(key, s.b, o);
    }
    if (s.name == "setParameter") {
        return s.data ? r.set_parameter(decoded{key}, data(), o) : r.set_parameter(key, s.b, o);
    }
    if (s.name == "replaceParameter") {
        return s.data ? r.replace_parameter(decoded{key}, data(), o) : r.replace_parameter(key, s.b, o);
    }
    if (s.name == "removeParameter") {
        return s.data ? r.remove_parameter(decoded{key}, o) : r.remove_parameter(key, o);
    }
    if (s.name == "removeParametersMatching") return r.remove_parameters_matching(key, o);
    if (s.name == "keepParametersMatching") return r.keep_parameters_matching(key, o);
    if (s.name == "mergeParameters") return r.merge_parameters(key, o);
    if (s.name == "sortParameters") return r.sort_parameters(o);
    known = false;
    return {};
}

} // namespace

// text, then for each step: name, "data" or "", two arguments. -1 for a name that no edit has.
UNIFORM_JS(edit)(u32 size, u32 e, u32 flags) {
    arguments in{size};
    const auto text = in.next();
    auto r = reference::parse(std::string{text}, {.edition = edition_at(e)});
    if (!r) return fail(r.error(), text);
    while (in.more()) {
        step s{};
        s.name = in.next();
        s.data = in.next() == "data";
        s.a = in.maybe();
        s.b = in.maybe();
        bool known = true;
        done result = set_component(*r, s, known);
        if (!known) {
            known = true;
            result = edit_path(*r, s, known);
        }
        if (!known) {
            known = true;
            result = edit_query(*r, s, reading(flags), known);
        }
        if (!known) return -1;
        if (!result) {
            const bool second = s.name == "insertSegment" || s.name == "replaceSegment";
            return fail(result.error(), (second ? s.b : s.a).value_or(""), s.name);
        }
    }
    return give(std::move(*r).release());
}

// scheme, userinfo, host, port, path, query, fragment, authority
UNIFORM_JS(build)(u32 size, u32 e) {
    arguments in{size};
    components c;
    c.scheme = in.maybe();
    c.userinfo = in.maybe();
    c.host = in.maybe();
    c.port = in.maybe();
    c.path = in.next();
    c.query = in.maybe();
    c.fragment = in.maybe();
    c.authority = in.maybe();
    auto r = build(c, {.edition = edition_at(e)});
    if (!r) return fail(r.error(), {}, to_string(r.error().rule));
    return give(std::move(*r).release());
}
