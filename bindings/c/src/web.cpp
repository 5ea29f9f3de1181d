#include <uniform/whatwg/readings.hpp>
#include <uniform/whatwg/web_url.hpp>

#include "boundary.hpp"

struct uniform_web_url {
    uniform::whatwg::url value;
};

struct uniform_web_differences {
    std::vector<uniform::whatwg::reading_difference> all;
};

namespace uniform::c {

namespace {

using whatwg::url;

// In the order of the constants of web.h.
struct member {
    std::string_view (*get)(const url &u);
    bool (*set)(url &u, std::string_view value);
};
constexpr std::array<member, 10> members{{
    {[](const url &u) -> std::string_view { return u.href(); },
     [](url &u, std::string_view v) { return u.set_href(v); }},
    {[](const url &u) { return u.protocol(); }, [](url &u, std::string_view v) { return u.set_protocol(v); }},
    {[](const url &u) { return u.username(); }, [](url &u, std::string_view v) { return u.set_username(v); }},
    {[](const url &u) { return u.password(); }, [](url &u, std::string_view v) { return u.set_password(v); }},
    {[](const url &u) { return u.host(); }, [](url &u, std::string_view v) { return u.set_host(v); }},
    {[](const url &u) { return u.hostname(); }, [](url &u, std::string_view v) { return u.set_hostname(v); }},
    {[](const url &u) { return u.port(); }, [](url &u, std::string_view v) { return u.set_port(v); }},
    {[](const url &u) { return u.pathname(); }, [](url &u, std::string_view v) { return u.set_pathname(v); }},
    {[](const url &u) { return u.search(); }, [](url &u, std::string_view v) { return u.set_search(v); }},
    {[](const url &u) { return u.hash(); }, [](url &u, std::string_view v) { return u.set_hash(v); }},
}};
static_assert(members.size() == UNIFORM_WEB_HASH + 1);

const member &member_of(uniform_web_member constant) {
    if (constant < 0 || static_cast<std::size_t>(constant) >= members.size()) throw bad_argument{"an unknown member"};
    return members[static_cast<std::size_t>(constant)];
}

} // namespace

} // namespace uniform::c

using namespace uniform::c;

uniform_status uniform_web_parse(const char *text, size_t size, const char *base, size_t base_size,
                                 uniform_web_url **url, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const std::string_view t = text_of(text, size);
        const auto against = optional_text(base, base_size);
        auto made = against ? uniform::whatwg::parse(t, *against) : uniform::whatwg::parse(t);
        if (!made) {
            const auto &why = made.error();
            return refuse(error, {why.offset, name(why.kind), message(why.kind), "", "URL Standard", ""},
                          why.in_base ? 1 : 0);
        }
        hand_over(url, std::make_unique<uniform_web_url>(*std::move(made)));
        return UNIFORM_OK;
    });
}

uniform_status uniform_web_copy(const uniform_web_url *url, uniform_web_url **copy) {
    return guarded(nullptr, [&] -> uniform_status {
        hand_over(copy, std::make_unique<uniform_web_url>(checked(url)));
        return UNIFORM_OK;
    });
}

void uniform_web_free(uniform_web_url *url) { delete url; }

uniform_status uniform_web_can_parse(const char *text, size_t size, const char *base, size_t base_size, int32_t *can) {
    return guarded(nullptr, [&] -> uniform_status {
        const std::string_view t = text_of(text, size);
        const auto against = optional_text(base, base_size);
        const bool yes = against ? uniform::whatwg::can_parse(t, *against) : uniform::whatwg::can_parse(t);
        checked(can) = yes ? 1 : 0;
        return UNIFORM_OK;
    });
}

uniform_status uniform_web_get(const uniform_web_url *url, uniform_web_member member, uniform_text *text) {
    return guarded(nullptr, [&] -> uniform_status {
        checked(text) = given(member_of(member).get(checked(url).value));
        return UNIFORM_OK;
    });
}

uniform_status uniform_web_set(uniform_web_url *url, uniform_web_member member, const char *value, size_t size,
                               int32_t *used) {
    return guarded(nullptr, [&] -> uniform_status {
        const bool did = member_of(member).set(checked(url).value, text_of(value, size));
        if (used != nullptr) *used = did ? 1 : 0;
        return UNIFORM_OK;
    });
}

uniform_status uniform_web_origin(const uniform_web_url *url, uniform_string *out) {
    return guarded(nullptr, [&] -> uniform_status {
        assign(out, checked(url).value.origin());
        return UNIFORM_OK;
    });
}

uniform_status uniform_web_compare(const char *text, size_t size, uniform_web_differences **differences) {
    return guarded(nullptr, [&] -> uniform_status {
        auto made = std::make_unique<uniform_web_differences>();
        made->all = uniform::whatwg::reading_differences(text_of(text, size));
        hand_over(differences, std::move(made));
        return UNIFORM_OK;
    });
}

size_t uniform_web_differences_size(const uniform_web_differences *differences) {
    return differences == nullptr ? 0 : differences->all.size();
}

uniform_status uniform_web_differences_get(const uniform_web_differences *differences, size_t index,
                                           uniform_web_difference *difference) {
    return guarded(nullptr, [&] -> uniform_status {
        if (index >= checked(differences).all.size()) return UNIFORM_NONE;
        const auto &d = differences->all[index];
        uniform_web_difference all{};
        const auto begin = static_cast<std::uint32_t>(d.offset);
        all.where = {begin, begin + static_cast<std::uint32_t>(d.size)};
        all.part = given(name(d.part));
        all.by_rfc3986 = given(std::string_view{d.by_rfc3986});
        all.by_browser = given(std::string_view{d.by_browser});
        give(difference, all);
        return UNIFORM_OK;
    });
}

void uniform_web_differences_free(uniform_web_differences *differences) { delete differences; }
