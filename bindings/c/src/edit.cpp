#include <uniform/uri/uri.hpp>

#include "components.hpp"
#include "query.hpp"

struct uniform_reference {
    uniform::reference value;
};

namespace uniform::c {

namespace {

using outcome = std::expected<void, error>;

// In the order of the constants of edit.h; nullptr where there is none.
struct component_edits {
    outcome (*set)(reference &r, std::string_view text);
    outcome (*set_data)(reference &r, decoded data);
    outcome (*remove)(reference &r);
};
constexpr std::array<component_edits, 10> edits{{
    {[](reference &r, std::string_view t) { return r.set_scheme(t); }, nullptr,
     [](reference &r) { return r.remove_scheme(); }},
    {[](reference &r, std::string_view t) { return r.set_authority(t); }, nullptr,
     [](reference &r) { return r.remove_authority(); }},
    {[](reference &r, std::string_view t) { return r.set_userinfo(t); },
     [](reference &r, decoded d) { return r.set_userinfo(d); }, [](reference &r) { return r.remove_userinfo(); }},
    {[](reference &r, std::string_view t) { return r.set_user(t); },
     [](reference &r, decoded d) { return r.set_user(d); }, nullptr},
    {[](reference &r, std::string_view t) { return r.set_password(t); },
     [](reference &r, decoded d) { return r.set_password(d); }, [](reference &r) { return r.remove_password(); }},
    {[](reference &r, std::string_view t) { return r.set_host(t); },
     [](reference &r, decoded d) { return r.set_host(d); }, [](reference &r) { return r.set_host(""); }},
    {[](reference &r, std::string_view t) { return r.set_port(t); }, nullptr,
     [](reference &r) { return r.remove_port(); }},
    {[](reference &r, std::string_view t) { return r.set_path(t); },
     [](reference &r, decoded d) { return r.set_path(d); }, [](reference &r) { return r.set_path(""); }},
    {[](reference &r, std::string_view t) { return r.set_query(t); },
     [](reference &r, decoded d) { return r.set_query(d); }, [](reference &r) { return r.remove_query(); }},
    {[](reference &r, std::string_view t) { return r.set_fragment(t); },
     [](reference &r, decoded d) { return r.set_fragment(d); }, [](reference &r) { return r.remove_fragment(); }},
}};
static_assert(edits.size() == UNIFORM_FRAGMENT + 1);

const component_edits &edits_of(uniform_component constant) {
    if (constant < 0 || static_cast<std::size_t>(constant) >= edits.size()) throw bad_argument{"an unknown component"};
    return edits[static_cast<std::size_t>(constant)];
}

bool is_data(uniform_encoding encoding) {
    if (encoding != UNIFORM_WRITTEN && encoding != UNIFORM_DATA) throw bad_argument{"neither as written nor data"};
    return encoding == UNIFORM_DATA;
}

// One edit. `argument` is what an error's offset is into, as far as it is one text that is written as it is.
template <class F>
uniform_status edit(uniform_reference *r, uniform_error *error, std::string_view argument, F &&change) {
    reference &value = checked(r).value;
    const outcome o = change(value);
    return o ? uniform_status{UNIFORM_OK} : refuse(error, o.error(), argument);
}

// An edit of segments with a text or with data.
template <class F>
uniform_status edit_segment(uniform_reference *r, const char *segment, size_t size, uniform_encoding encoding,
                            uniform_error *error, F &&change) {
    return guarded(error, [&] -> uniform_status {
        const std::string_view t = text_of(segment, size);
        if (is_data(encoding)) return edit(r, error, "", [&](reference &v) { return change(v, decoded{t}); });
        return edit(r, error, t, [&](reference &v) { return change(v, t); });
    });
}

// An edit of a parameter with a key and a value as texts or as data.
template <class F>
uniform_status edit_parameter(uniform_reference *r, std::optional<std::string_view> key,
                              std::optional<std::string_view> value, uniform_encoding encoding,
                              const uniform_query_options *options, uniform_error *error, F &&change) {
    const auto o = query_options_of(options);
    const std::string_view k = key.value_or("");
    if (!is_data(encoding)) return edit(r, error, "", [&](reference &v) { return change(v, k, value, o); });
    std::optional<decoded> data;
    if (value) data = decoded{*value};
    return edit(r, error, "", [&](reference &v) { return change(v, decoded{k}, data, o); });
}

} // namespace

} // namespace uniform::c

using namespace uniform::c;
using uniform::reference;

uniform_status uniform_reference_parse(const char *text, size_t size, const uniform_parse_options *options,
                                       uniform_reference **out, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const auto o = options_of(options);
        const std::string_view t = text_of(text, size);
        const auto parsing = parse_options_of(o);
        const auto seen = parse_as(production_of(o.production), t, parsing);
        if (!seen) return refuse(error, seen.error(), t);
        // The edits follow the options, which a view does not have.
        auto made = reference::parse(std::string{t}, parsing);
        if (!made) return refuse(error, made.error(), t);
        hand_over(out, std::make_unique<uniform_reference>(*std::move(made)));
        return UNIFORM_OK;
    });
}

uniform_status uniform_reference_copy(const uniform_reference *r, uniform_reference **copy) {
    return guarded(nullptr, [&] -> uniform_status {
        hand_over(copy, std::make_unique<uniform_reference>(checked(r)));
        return UNIFORM_OK;
    });
}

void uniform_reference_free(uniform_reference *r) { delete r; }

void uniform_reference_text(const uniform_reference *r, uniform_text *text) {
    if (text != nullptr) *text = r == nullptr ? uniform_text{} : given(std::string_view{r->value.text()});
}

uniform_status uniform_reference_components(const uniform_reference *r, uniform_components *components) {
    return guarded(nullptr, [&] -> uniform_status {
        give(components, uniform::c::components_of(checked(r).value.view()));
        return UNIFORM_OK;
    });
}

uniform_status uniform_reference_set(uniform_reference *r, uniform_component component, const char *text, size_t size,
                                     uniform_encoding encoding, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const auto &e = edits_of(component);
        const std::string_view t = text_of(text, size);
        if (!is_data(encoding)) return edit(r, error, t, [&](reference &v) { return e.set(v, t); });
        if (e.set_data == nullptr) throw bad_argument{"that component has no data"};
        return edit(r, error, "", [&](reference &v) { return e.set_data(v, uniform::decoded{t}); });
    });
}

uniform_status uniform_reference_remove(uniform_reference *r, uniform_component component, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const auto &e = edits_of(component);
        if (e.remove == nullptr) throw bad_argument{"the user is removed with the userinfo"};
        // Only an authority has a host; without one, there is nothing to remove.
        if (component == UNIFORM_HOST && !checked(r).value.authority()) return UNIFORM_OK;
        return edit(r, error, "", [&](reference &v) { return e.remove(v); });
    });
}

uniform_status uniform_reference_append_segment(uniform_reference *r, const char *segment, size_t size,
                                                uniform_encoding encoding, uniform_error *error) {
    return edit_segment(r, segment, size, encoding, error, [](reference &v, auto s) { return v.append_segment(s); });
}

uniform_status uniform_reference_insert_segment(uniform_reference *r, size_t index, const char *segment, size_t size,
                                                uniform_encoding encoding, uniform_error *error) {
    return edit_segment(r, segment, size, encoding, error,
                        [index](reference &v, auto s) { return v.insert_segment(index, s); });
}

uniform_status uniform_reference_replace_segment(uniform_reference *r, size_t index, const char *segment, size_t size,
                                                 uniform_encoding encoding, uniform_error *error) {
    return edit_segment(r, segment, size, encoding, error,
                        [index](reference &v, auto s) { return v.replace_segment(index, s); });
}

uniform_status uniform_reference_erase_segment(uniform_reference *r, size_t index, uniform_error *error) {
    return guarded(error, [&] { return edit(r, error, "", [index](reference &v) { return v.erase_segment(index); }); });
}

uniform_status uniform_reference_pop_segment(uniform_reference *r, uniform_error *error) {
    return guarded(error, [&] { return edit(r, error, "", [](reference &v) { return v.pop_segment(); }); });
}

uniform_status uniform_reference_append_parameter(uniform_reference *r, const char *key, size_t key_size,
                                                  const char *value, size_t value_size, uniform_encoding encoding,
                                                  const uniform_query_options *options, uniform_error *error) {
    return guarded(error, [&] {
        return edit_parameter(r, text_of(key, key_size), optional_text(value, value_size), encoding, options, error,
                              [](reference &v, auto k, auto data, auto o) { return v.append_parameter(k, data, o); });
    });
}

uniform_status uniform_reference_set_parameter(uniform_reference *r, const char *key, size_t key_size,
                                               const char *value, size_t value_size, uniform_encoding encoding,
                                               const uniform_query_options *options, uniform_error *error) {
    return guarded(error, [&] {
        return edit_parameter(r, text_of(key, key_size), optional_text(value, value_size), encoding, options, error,
                              [](reference &v, auto k, auto data, auto o) { return v.set_parameter(k, data, o); });
    });
}

uniform_status uniform_reference_remove_parameters(uniform_reference *r, const char *pattern, size_t size,
                                                   const uniform_query_options *options, uniform_error *error) {
    return guarded(error, [&] {
        const auto o = query_options_of(options);
        const std::string_view p = text_of(pattern, size);
        return edit(r, error, "", [&](reference &v) { return v.remove_parameters_matching(p, o); });
    });
}

uniform_status uniform_reference_keep_parameters(uniform_reference *r, const char *pattern, size_t size,
                                                 const uniform_query_options *options, uniform_error *error) {
    return guarded(error, [&] {
        const auto o = query_options_of(options);
        const std::string_view p = text_of(pattern, size);
        return edit(r, error, "", [&](reference &v) { return v.keep_parameters_matching(p, o); });
    });
}

uniform_status uniform_reference_sort_parameters(uniform_reference *r, const uniform_query_options *options,
                                                 uniform_error *error) {
    return guarded(error, [&] {
        const auto o = query_options_of(options);
        return edit(r, error, "", [&](reference &v) { return v.sort_parameters(o); });
    });
}
