// URL Standard, "URL class": the setters. Each takes the URL apart, changes the record as the standard says, and
// serializes it.

#include <uniform/whatwg/web_url.hpp>

#include "whatwg/basic_parser.hpp"
#include "whatwg/code_points.hpp"
#include "whatwg/url_maker.hpp"

namespace uniform::whatwg {

namespace {

// "Basic URL parse the given value with this's URL as url and ... as state override." What was changed before a failure
// stays changed.
bool set_by_parsing(url &u, url_record record, std::string_view value, parser_state state) {
    recorder unused{nullptr};
    const parser_input input{value, false, unused};
    const auto result = basic_parser{input.text(), nullptr, record, unused, state}.run();
    return url_maker::replace(u, record) && result == parser_result::done;
}

} // namespace

bool url::set_href(std::string_view value) {
    auto parsed = parse(value);
    if (!parsed) return false;
    *this = *std::move(parsed);
    return true;
}

bool url::set_protocol(std::string_view value) {
    return set_by_parsing(*this, record_of(view()), std::string{value} + ':', parser_state::scheme_start);
}

bool url::set_username(std::string_view value) {
    auto record = record_of(view());
    if (record.cannot_have_username_password_port()) return false;
    record.username = utf8_percent_encode(value, percent_encode_set::userinfo);
    return url_maker::replace(*this, record);
}

bool url::set_password(std::string_view value) {
    auto record = record_of(view());
    if (record.cannot_have_username_password_port()) return false;
    record.password = utf8_percent_encode(value, percent_encode_set::userinfo);
    return url_maker::replace(*this, record);
}

bool url::set_host(std::string_view value) {
    if (view().has_opaque_path()) return false;
    return set_by_parsing(*this, record_of(view()), value, parser_state::host);
}

bool url::set_hostname(std::string_view value) {
    if (view().has_opaque_path()) return false;
    return set_by_parsing(*this, record_of(view()), value, parser_state::hostname);
}

bool url::set_port(std::string_view value) {
    auto record = record_of(view());
    if (record.cannot_have_username_password_port()) return false;
    if (!value.empty()) return set_by_parsing(*this, std::move(record), value, parser_state::port);
    record.port.reset();
    return url_maker::replace(*this, record);
}

bool url::set_pathname(std::string_view value) {
    if (view().has_opaque_path()) return false;
    auto record = record_of(view());
    record.path.clear();
    return set_by_parsing(*this, std::move(record), value, parser_state::path_start);
}

bool url::set_search(std::string_view value) {
    auto record = record_of(view());
    if (value.empty()) {
        record.query.reset();
        return url_maker::replace(*this, record);
    }
    if (value.starts_with('?')) value.remove_prefix(1);
    record.query.emplace();
    return set_by_parsing(*this, std::move(record), value, parser_state::query);
}

bool url::set_hash(std::string_view value) {
    auto record = record_of(view());
    if (value.empty()) {
        record.fragment.reset();
        return url_maker::replace(*this, record);
    }
    if (value.starts_with('#')) value.remove_prefix(1);
    record.fragment.emplace();
    return set_by_parsing(*this, std::move(record), value, parser_state::fragment);
}

bool url::set_search_params(const whatwg::search_params &params) {
    auto record = record_of(view());
    // "If serializedQuery is the empty string, then set serializedQuery to null."
    record.query = params.to_string();
    if (record.query->empty()) record.query.reset();
    return url_maker::replace(*this, record);
}

} // namespace uniform::whatwg
