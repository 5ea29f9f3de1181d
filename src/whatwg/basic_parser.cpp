// URL Standard, "URL parsing": the states of the basic URL parser up to the authority. The others are in
// basic_parser_path.cpp.

#include "whatwg/basic_parser.hpp"

#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/syntax/percent.hpp>

#include "whatwg/code_points.hpp"
#include "whatwg/percent_encoding.hpp"

namespace uniform::whatwg {

parser_input::parser_input(std::string_view text, bool trims, recorder &record) : text_{text} {
    // Nearly always nothing is removed or replaced.
    unsigned others = 0;
    for (const char c : text) others |= static_cast<unsigned char>(c - '!') > '~' - '!' ? 1U : 0U;
    if (others == 0) return;
    std::size_t removed = 0;
    if (trims) {
        const auto size = text_.size();
        while (!text_.empty() && is_c0_control_or_space(text_.back())) text_.remove_suffix(1);
        const auto end = text_.size();
        while (!text_.empty() && is_c0_control_or_space(text_.front())) text_.remove_prefix(1);
        removed = end - text_.size();
        if (text_.size() < size) record.add(error_kind::invalid_url_unit, removed > 0 ? 0 : end);
    }
    const auto first = static_cast<std::size_t>(std::ranges::find_if(text_, is_tab_or_newline) - text_.begin());
    if (first < text_.size()) record.add(error_kind::invalid_url_unit, removed + first);
    std::vector<moved> moves;
    if (removed > 0) moves.push_back({0, removed});
    if (first < text_.size() || !is_utf8(text_)) {
        changed_.reserve(text_.size());
        for (std::size_t i = 0; i < text_.size();) {
            const auto sequence = base::utf8_sequence_at(text_.substr(i));
            if (!sequence.valid) {
                changed_ += "\uFFFD";
                moves.push_back({changed_.size(), removed + i + sequence.size});
            } else if (is_tab_or_newline(text_[i])) {
                moves.push_back({changed_.size(), removed + i + 1});
            } else {
                changed_ += text_.substr(i, sequence.size);
            }
            i += sequence.size;
        }
        text_ = changed_;
    }
    if (!moves.empty()) record.moves(std::move(moves));
}

parser_result basic_parser::run() {
    auto state = next{override_.value_or(parser_state::scheme_start)};
    while (state) state = step(*state);
    return result_;
}

basic_parser::next basic_parser::step(parser_state state) {
    switch (state) {
    case parser_state::scheme_start:
        return scheme();
    case parser_state::no_scheme:
        return no_scheme();
    case parser_state::special_relative_or_authority:
        return special_relative_or_authority();
    case parser_state::path_or_authority:
        return path_or_authority();
    case parser_state::relative:
        return relative();
    case parser_state::relative_slash:
        return relative_slash();
    case parser_state::special_authority_slashes:
        return special_authority_slashes();
    case parser_state::special_authority_ignore_slashes:
        return special_authority_ignore_slashes();
    case parser_state::authority:
        return authority();
    case parser_state::host:
    case parser_state::hostname:
        return host();
    case parser_state::port:
        return port();
    case parser_state::file:
        return file();
    case parser_state::file_slash:
        return file_slash();
    case parser_state::file_host:
        return file_host();
    case parser_state::path_start:
        return path_start();
    case parser_state::path:
        return path();
    case parser_state::opaque_path:
        return opaque_path();
    case parser_state::query:
        return query();
    case parser_state::fragment:
        return fragment();
    }
    std::unreachable();
}

std::size_t basic_parser::authority_end(std::size_t from) const noexcept {
    return find_octet(text_, from, solidus | question_mark | number_sign | (special_ ? unsigned{reverse_solidus} : 0U));
}

void basic_parser::set_scheme(std::string_view scheme) {
    url_.scheme = scheme;
    special_ = is_special_scheme(scheme);
}

void basic_parser::copy_authority() {
    url_.username = base_->username();
    url_.password = base_->password();
    url_.host = {base_->host_kind(), std::string{base_->hostname()}};
    url_.port = port_of(*base_);
}

void basic_parser::copy_path_and_query() {
    url_.path = base_->pathname();
    url_.query = base_->query();
}

basic_parser::next basic_parser::query_or_fragment() {
    if (at('?')) {
        ++at_;
        url_.query.emplace();
        return parser_state::query;
    }
    ++at_;
    url_.fragment.emplace();
    return parser_state::fragment;
}

// Scheme start state and scheme state.
basic_parser::next basic_parser::scheme() {
    std::size_t end = 0;
    if (!text_.empty() && ascii::is_alpha(text_.front())) {
        while (end < text_.size() && is_octet(text_[end], scheme_octet)) ++end;
        if (end < text_.size() && text_[end] == ':') return scheme_ended(end);
    }
    if (override_) return ends(parser_result::failure);
    return parser_state::no_scheme;
}

basic_parser::next basic_parser::scheme_ended(std::size_t colon) {
    const auto scheme = ascii::lower_copy(text_.substr(0, colon));
    if (override_) return scheme_replaced(scheme);
    set_scheme(scheme);
    at_ = colon + 1;
    if (scheme == "file") {
        if (!rest().starts_with("//")) record_.add(error_kind::special_scheme_missing_following_solidus, colon);
        return parser_state::file;
    }
    if (special_ && base_ != nullptr && base_->scheme() == scheme) return parser_state::special_relative_or_authority;
    if (special_) return parser_state::special_authority_slashes;
    if (at('/')) {
        ++at_;
        return parser_state::path_or_authority;
    }
    url_.opaque_path = true;
    return parser_state::opaque_path;
}

// Scheme state, "If state override is given".
basic_parser::next basic_parser::scheme_replaced(std::string_view scheme) {
    if (special_ != is_special_scheme(scheme)) return ends(parser_result::unchanged);
    if ((url_.includes_credentials() || url_.port) && scheme == "file") return ends(parser_result::unchanged);
    if (url_.scheme == "file" && url_.host.kind == host_kind::empty) return ends(parser_result::unchanged);
    set_scheme(scheme);
    if (url_.port == default_port(scheme)) url_.port.reset();
    return ends(parser_result::done);
}

basic_parser::next basic_parser::no_scheme() {
    if (base_ == nullptr || (base_->has_opaque_path() && !at('#')))
        return fails(error_kind::missing_scheme_non_relative_url, at_);
    if (base_->has_opaque_path()) {
        set_scheme(base_->scheme());
        copy_path_and_query();
        url_.opaque_path = true;
        return query_or_fragment();
    }
    return base_->scheme() == "file" ? parser_state::file : parser_state::relative;
}

basic_parser::next basic_parser::special_relative_or_authority() {
    if (rest().starts_with("//")) {
        at_ += 2;
        return parser_state::special_authority_ignore_slashes;
    }
    record_.add(error_kind::special_scheme_missing_following_solidus, at_);
    return parser_state::relative;
}

basic_parser::next basic_parser::path_or_authority() {
    if (!at('/')) return parser_state::path;
    ++at_;
    return parser_state::authority;
}

basic_parser::next basic_parser::relative() {
    set_scheme(base_->scheme());
    if (at('/') || at_special_backslash()) {
        if (at('\\')) record_.add(error_kind::invalid_reverse_solidus, at_);
        ++at_;
        return parser_state::relative_slash;
    }
    copy_authority();
    copy_path_and_query();
    if (at_end()) return ends(parser_result::done);
    if (at('?') || at('#')) return query_or_fragment();
    url_.query.reset();
    shorten_path(url_);
    return parser_state::path;
}

basic_parser::next basic_parser::relative_slash() {
    if (at('/') || at_special_backslash()) {
        if (at('\\')) record_.add(error_kind::invalid_reverse_solidus, at_);
        ++at_;
        return special_ ? parser_state::special_authority_ignore_slashes : parser_state::authority;
    }
    copy_authority();
    return parser_state::path;
}

basic_parser::next basic_parser::special_authority_slashes() {
    if (rest().starts_with("//")) {
        at_ += 2;
    } else {
        record_.add(error_kind::special_scheme_missing_following_solidus, at_);
    }
    return parser_state::special_authority_ignore_slashes;
}

basic_parser::next basic_parser::special_authority_ignore_slashes() {
    for (; at('/') || at('\\'); ++at_) record_.add(error_kind::special_scheme_missing_following_solidus, at_);
    return parser_state::authority;
}

basic_parser::next basic_parser::authority() {
    const auto end = authority_end(at_);
    const auto text = text_.substr(at_, end - at_);
    const auto last = text.rfind('@');
    if (last == std::string_view::npos) return parser_state::host;
    for (auto i = text.find('@'); i != std::string_view::npos; i = text.find('@', i + 1))
        record_.add(error_kind::invalid_credentials, at_ + i);
    // An "@" before the last one is percent-encoded as "%40", which is what the standard does to the buffer.
    const auto credentials = text.substr(0, last);
    const auto colon = std::min(credentials.find(':'), credentials.size());
    append_percent_encoded(url_.username, credentials.substr(0, colon), percent_encode_set::userinfo);
    if (colon < credentials.size())
        append_percent_encoded(url_.password, credentials.substr(colon + 1), percent_encode_set::userinfo);
    at_ += last + 1;
    if (at_ == end) return fails(error_kind::host_missing, at_);
    return parser_state::host;
}

bool basic_parser::set_host(std::string_view buffer) {
    auto parsed = parse_host(buffer, !special_, at_, record_);
    if (!parsed) return false;
    url_.host = *std::move(parsed);
    return true;
}

// Host state and hostname state.
basic_parser::next basic_parser::host() {
    if (override_ && url_.scheme == "file") return parser_state::file_host;
    const auto end = authority_end(at_);
    bool inside_brackets = false;
    for (auto i = at_; i < end; ++i) {
        const char c = text_[i];
        if (c == '[') inside_brackets = true;
        if (c == ']') inside_brackets = false;
        if (c != ':' || inside_brackets) continue;
        if (i == at_) return fails(error_kind::host_missing, i);
        if (override_ == parser_state::hostname) return ends(parser_result::failure);
        if (!set_host(text_.substr(at_, i - at_))) return ends(parser_result::failure);
        at_ = i + 1;
        return parser_state::port;
    }
    const auto buffer = text_.substr(at_, end - at_);
    if (special_ && buffer.empty()) return fails(error_kind::host_missing, end);
    if (override_ && buffer.empty() && (url_.includes_credentials() || url_.port)) return ends(parser_result::failure);
    if (!set_host(buffer)) return ends(parser_result::failure);
    at_ = end;
    if (override_) return ends(parser_result::done);
    return parser_state::path_start;
}

basic_parser::next basic_parser::port() {
    const auto begin = at_;
    std::uint32_t value = 0;
    for (; !at_end() && ascii::is_digit(text_[at_]); ++at_)
        value = std::min<std::uint32_t>(value * 10 + ascii::hex_value(text_[at_]), 65536);
    if (!override_ && at_ < authority_end(at_)) return fails(error_kind::port_invalid, at_);
    if (at_ > begin) {
        if (value > 65535) return fails(error_kind::port_out_of_range, begin);
        url_.port = static_cast<std::uint16_t>(value);
        if (url_.port == default_port(url_.scheme)) url_.port.reset();
        if (override_) return ends(parser_result::done);
    }
    if (override_) return ends(parser_result::failure);
    return parser_state::path_start;
}

} // namespace uniform::whatwg
