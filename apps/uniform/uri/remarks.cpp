#include "uri/remarks.hpp"

#include <algorithm>

#include <uniform/syntax/percent.hpp>
#include <uniform/uri/dot_segments.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/scheme.hpp>
#include <uniform/uri/special_address.hpp>

#include "print/json.hpp"

namespace uniform::cli {

namespace {

void on_host(std::vector<remark> &all, const reference_view &r) {
    if (const auto info = r.userinfo()) {
        const std::string_view user = *r.user();
        std::string says =
            "the text before \"@\" is user information; the host is " + std::string{r.host().value_or("")};
        const bool like_a_host = user.contains('.');
        all.push_back({like_a_host ? "userinfo_like_host" : "userinfo", std::move(says)});
        if (r.password()) all.push_back({"password", "a password in a URI is deprecated (RFC 3986 section 3.2.1)"});
    }
    const auto host = r.host();
    if (!host) return;
    if (r.host_type() == host_type::reg_name && !host->empty()) {
        if (const auto address = rare_address(*host)) {
            all.push_back({"odd_ipv4", "the host is a registered name, but much software reads it as the address " +
                                           to_string(*address) + " (RFC 3986 section 7.4)"});
        }
        if (has_encoded(*host)) {
            all.push_back({"encoded_host", "the host has percent-encoded bytes, which some software does not decode"});
        }
        if (host->contains('_')) {
            all.push_back({"underscore_in_host", "\"_\" is not allowed in a host name of the DNS"});
        }
    }
    if (host->empty() && r.has_authority() && r.scheme() != "file") {
        all.push_back({"empty_host", "the host is present and empty"});
    }
    const auto port = r.port();
    if (!port) return;
    if (port->empty()) {
        all.push_back({"empty_port", "the port is present and empty"});
        return;
    }
    const auto number = parse_port_number(*port);
    if (!number) {
        all.push_back({"port_overflow", "the port is greater than 65535"});
        return;
    }
    if (!r.has_scheme()) return;
    const scheme_info *info = scheme_registry::standard().find(*r.scheme());
    if (info != nullptr && info->default_port && info->default_port == **number) {
        all.push_back(
            {"default_port", "the port is the scheme's default (" + std::string{info->default_port_source} + ")"});
    }
}

void on_encoded(std::vector<remark> &all, const reference_view &r) {
    const std::string_view path = r.path();
    const auto encoded = [&](std::string_view lower, std::string_view upper) {
        return path.contains(lower) || path.contains(upper);
    };
    if (encoded("%2f", "%2F")) {
        all.push_back({"encoded_slash", "%2F in the path is data; software that decodes too early sees a \"/\""});
    }
    if (encoded("%2e", "%2E")) {
        all.push_back({"encoded_dot", "%2E in the path is the same as \".\", and may become a dot segment"});
    }
    if (r.text().contains("%00")) all.push_back({"encoded_nul", "%00 ends a string in much software"});
    if (r.text().contains("%25")) all.push_back({"encoded_percent", "%25 is a percent sign: encoded twice?"});
    if (has_encoded(r.text())) {
        const auto data = decode(r.text());
        if (data && !is_utf8(*data)) all.push_back({"not_utf8", "the percent-encoded bytes are not UTF-8"});
    }
}

void on_text(std::vector<remark> &all, const reference_view &r) {
    if (const auto scheme = r.scheme()) {
        const scheme_info *info = scheme_registry::standard().find(*scheme);
        if (info == nullptr) {
            all.push_back({"unregistered_scheme", "the scheme is not in IANA's registry"});
        } else if (info->status == scheme_status::historical) {
            all.push_back({"historical_scheme", "the scheme is historical (" + std::string{info->reference} + ")"});
        }
    } else if (!r.has_authority()) {
        all.push_back({"relative", "a relative reference: its target depends on a base URI"});
    } else {
        all.push_back({"network_path", "a network-path reference: its scheme is that of a base URI"});
    }
    if (has_dot_segments(r.path())) {
        all.push_back({"dot_segments", "the path has \".\" or \"..\" segments, which resolution removes"});
    }
    if (r.text().contains('%')) on_encoded(all, r);
    if (!is_normal(r)) all.push_back({"not_normal", "not in normal form: " + normalize(r)});
}

void on_invalid(std::vector<remark> &all, std::string_view text) {
    if (text.contains('\\')) {
        all.push_back({"backslash", "browsers read \"\\\" as \"/\" in URLs of the web; it is not allowed in a URI"});
    }
    if (!text.empty() && (text.front() == ' ' || text.back() == ' ')) {
        all.push_back({"surrounding_space", "spaces around the text; browsers remove them"});
    }
    if (text.find_first_of("\t\r\n") != std::string_view::npos) {
        all.push_back({"tab_or_newline", "TABs or line ends; browsers remove them, so that the URL is another one"});
    }
    if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) > 127; })) {
        all.push_back(is_utf8(text) ? remark{"non_ascii", parse_iri_reference(text)
                                                              ? "characters beyond US-ASCII: an IRI (RFC 3987)"
                                                              : "characters beyond US-ASCII"}
                                    : remark{"not_utf8", "bytes that are not UTF-8"});
    }
}

} // namespace

std::vector<remark> remarks_on(std::string_view text, const std::expected<reference_view, error> &parsed) {
    std::vector<remark> all;
    if (parsed) {
        on_host(all, *parsed);
        on_text(all, *parsed);
    } else {
        on_invalid(all, text);
    }
    return all;
}

} // namespace uniform::cli
