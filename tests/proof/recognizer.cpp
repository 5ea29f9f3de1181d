#include "proof/recognizer.hpp"

#include <uniform/uri/parse.hpp>
#include <uniform/uri/uri_template.hpp>
#include <uniform/urn/urn.hpp>

#include "syntax/kernels.hpp"

#include <optional>

namespace proof {

namespace {

using uniform::detail::kernel_request;
using uniform::detail::named_kernel;
using uniform::detail::offsets;
using uniform::detail::urn_offsets;

span where(std::string_view text, std::string_view part) {
    const auto begin = static_cast<std::uint32_t>(part.data() - text.data());
    return {begin, begin + static_cast<std::uint32_t>(part.size())};
}
span where(std::string_view text, std::optional<std::string_view> part) { return part ? where(text, *part) : span{}; }

template <class View>
void find_components(std::string_view text, const View &v, spans &out) {
    out = {where(text, v.scheme()), where(text, v.authority()), where(text, v.userinfo()), where(text, v.host()),
           where(text, v.port()),   where(text, v.path()),      where(text, v.query()),    where(text, v.fragment())};
}

void find_components(std::string_view text, const uniform::urn_view &v, spans &out) {
    out = {where(text, v.nid()), where(text, v.nss()), where(text, v.r_component()), where(text, v.q_component()),
           where(text, v.f_component())};
}

const uniform::detail::production &production_of(uniform::rule r) {
    using namespace uniform::detail;
    switch (r) {
    case uniform::rule::uri:
        return uri_production;
    case uniform::rule::absolute_uri:
        return absolute_uri_production;
    case uniform::rule::relative_ref:
        return relative_ref_production;
    case uniform::rule::relative_uri:
        return relative_uri_production;
    default:
        return uri_reference_production;
    }
}

// The kernels with a counter around each.
constexpr std::size_t most_kernels = 4;
std::array<std::uint64_t, most_kernels> accepted{};

template <std::size_t K>
bool parse_counted(const char *text, std::uint32_t size, kernel_request r, offsets &o) noexcept {
    const bool sure = uniform::detail::available_kernels()[K].parse(text, size, r, o);
    accepted[K] += sure ? 1 : 0;
    return sure;
}

template <std::size_t K>
bool urn_counted(const char *text, std::uint32_t size, const uniform::detail::syntax &x, urn_offsets &o) noexcept {
    const bool sure = uniform::detail::available_kernels()[K].urn(text, size, x, o);
    accepted[K] += sure ? 1 : 0;
    return sure;
}

template <std::size_t K>
void select_counted() {
    named_kernel k = uniform::detail::available_kernels()[K];
    k.parse = parse_counted<K>;
    k.urn = urn_counted<K>;
    uniform::detail::use_kernel(k);
}

constexpr std::array<void (*)(), most_kernels> selections{select_counted<0>, select_counted<1>, select_counted<2>,
                                                          select_counted<3>};

} // namespace

bool recognizer::accepts(std::string_view text, spans &out) const {
    const uniform::parse_options options{.edition = edition, .zone_ids = zone_ids};
    switch (is) {
    case kind::reference: {
        const auto v = uniform::parse_as(rule, text, options);
        if (v) find_components(text, *v, out);
        return v.has_value();
    }
    case kind::urn: {
        const auto v = uniform::parse_urn(text, {.edition = edition});
        if (v) find_components(text, *v, out);
        return v.has_value();
    }
    case kind::uri_as_urn: {
        const auto uri = uniform::parse_uri(text);
        if (!uri) return false;
        const auto v = uniform::as_urn(*uri, edition);
        if (v) find_components(text, *v, out);
        return v.has_value();
    }
    case kind::host_of_type: {
        const auto t = uniform::parse_host(text, options);
        return t && *t == type;
    }
    case kind::production:
        return uniform::matches(rule, text, options);
    case kind::uri_template:
        return uniform::uri_template::parse(text).has_value();
    }
    return false;
}

bool recognizer::kernel_accepts(std::size_t kernel, std::string_view text, spans &out) const {
    using namespace uniform::detail;
    const named_kernel &k = available_kernels()[kernel];
    const auto size = static_cast<std::uint32_t>(text.size());
    bool sure = false;
    if (is == kind::urn) {
        urn_offsets at;
        sure = k.urn(text.data(), size, urn_syntax_of(edition), at) && finish_urn(text.data(), size, edition, at);
        if (sure) find_components(text, urn_access::make(text, at, edition), out);
    } else {
        const bool by_rule = is == kind::reference;
        const uniform::edition e = by_rule ? edition : uniform::edition::rfc3986;
        offsets at;
        sure = k.parse(text.data(), size, request_of(production_of(by_rule ? rule : uniform::rule::uri), e), at);
        if (!sure) return false;
        const auto view = access::make_as<uniform::reference_view>(text, at, e);
        if (by_rule) {
            find_components(text, view, out);
        } else {
            const auto v = uniform::as_urn(view, edition);
            if (v) find_components(text, *v, out);
            if (!v) return false;
        }
    }
    accepted[kernel] += sure ? 1 : 0;
    return sure;
}

std::size_t kernels() { return uniform::detail::available_kernels().size(); }

std::string kernel_name(std::size_t kernel) { return uniform::detail::available_kernels()[kernel].name; }

void select_kernel(std::size_t kernel) { selections.at(kernel)(); }

std::uint64_t accepted_by_kernel(std::size_t kernel) { return accepted.at(kernel); }

void select_default_kernel() { uniform::detail::use_kernel(uniform::detail::available_kernels().back()); }

} // namespace proof
