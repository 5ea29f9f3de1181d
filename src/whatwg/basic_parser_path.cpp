// URL Standard, "URL parsing": the states of file URLs, and those of paths, queries and fragments.

#include <uniform/base/utf8.hpp>

#include "whatwg/basic_parser.hpp"
#include "whatwg/code_points.hpp"
#include "whatwg/encode.hpp"
#include "whatwg/percent_encoding.hpp"

namespace uniform::whatwg {

namespace {

// The first segment of the path of a file URL, path[0].
std::string_view first_segment(std::string_view path) {
    if (path.empty()) return {};
    path.remove_prefix(1);
    return path.substr(0, path.find('/'));
}

} // namespace

void basic_parser::check_units(std::size_t from, std::size_t to) {
    if (!record_.wanted()) return;
    for (auto i = from; i < to;) {
        const auto size = base::utf8_sequence_at(text_.substr(i)).size;
        const auto c = base::character_of(text_.substr(i, size));
        const bool wrong = c == '%' ? !is_percent_encoded_byte(text_.substr(i)) : !is_url_code_point(c);
        if (wrong) record_.add(error_kind::invalid_url_unit, i);
        i += size;
    }
}

basic_parser::next basic_parser::file() {
    set_scheme("file");
    url_.host = {host_kind::empty, {}};
    if (at('/') || at('\\')) {
        if (at('\\')) record_.add(error_kind::invalid_reverse_solidus, at_);
        ++at_;
        return parser_state::file_slash;
    }
    if (base_ == nullptr || base_->scheme() != "file") return parser_state::path;
    url_.host = {base_->host_kind(), std::string{base_->hostname()}};
    copy_path_and_query();
    if (at_end()) return ends(parser_result::done);
    if (at('?') || at('#')) return query_or_fragment();
    url_.query.reset();
    if (starts_with_windows_drive_letter(rest())) {
        record_.add(error_kind::file_invalid_windows_drive_letter, at_);
        url_.path.clear();
    } else {
        shorten_path(url_);
    }
    return parser_state::path;
}

basic_parser::next basic_parser::file_slash() {
    if (at('/') || at('\\')) {
        if (at('\\')) record_.add(error_kind::invalid_reverse_solidus, at_);
        ++at_;
        return parser_state::file_host;
    }
    if (base_ != nullptr && base_->scheme() == "file") {
        url_.host = {base_->host_kind(), std::string{base_->hostname()}};
        const auto first = first_segment(base_->pathname());
        if (!starts_with_windows_drive_letter(rest()) && is_normalized_windows_drive_letter(first))
            url_.path.append(1, '/').append(first);
    }
    return parser_state::path;
}

basic_parser::next basic_parser::file_host() {
    const auto end = find_octet(text_, at_, solidus | reverse_solidus | question_mark | number_sign);
    const auto buffer = text_.substr(at_, end - at_);
    if (!override_ && is_windows_drive_letter(buffer)) {
        // "buffer is not reset here and instead used in the path state", so it is read again there.
        record_.add(error_kind::file_invalid_windows_drive_letter_host, at_);
        drive_letter_ = buffer.size();
        return parser_state::path;
    }
    if (buffer.empty()) {
        url_.host = {host_kind::empty, {}};
    } else {
        if (!set_host(buffer)) return ends(parser_result::failure);
        if (url_.host.text == "localhost") url_.host = {host_kind::empty, {}};
    }
    at_ = end;
    if (override_) return ends(parser_result::done);
    return parser_state::path_start;
}

basic_parser::next basic_parser::path_start() {
    if (special_) {
        if (at('\\')) record_.add(error_kind::invalid_reverse_solidus, at_);
        if (at('/') || at('\\')) ++at_;
        return parser_state::path;
    }
    if (!override_ && (at('?') || at('#'))) return query_or_fragment();
    if (!at_end()) {
        if (at('/')) ++at_;
        return parser_state::path;
    }
    if (override_ && !url_.has_host()) url_.path += '/'; // the empty string, as a segment
    return ends(parser_result::done);
}

basic_parser::next basic_parser::path() {
    const unsigned delimiters =
        solidus | (special_ ? unsigned{reverse_solidus} : 0U) | (override_ ? 0U : question_mark | number_sign);
    url_.path.reserve(url_.path.size() + (text_.size() - at_) + 1);
    while (true) {
        const auto end = find_octet(text_, at_, delimiters);
        const auto segment = text_.substr(at_, end - at_);
        check_units(at_ + drive_letter_, end);
        drive_letter_ = 0;
        at_ = end;
        const bool slash = at('/') || at_special_backslash();
        if (at_special_backslash()) record_.add(error_kind::invalid_reverse_solidus, at_);
        if (is_double_dot(segment)) {
            shorten_path(url_);
            // "This means that for input /usr/.. the result is / and not a lack of a path."
            if (!slash) url_.path += '/';
        } else if (is_single_dot(segment)) {
            if (!slash) url_.path += '/';
        } else if (url_.scheme == "file" && url_.path.empty() && is_windows_drive_letter(segment)) {
            url_.path.append(1, '/').append(1, segment[0]).append(1, ':');
        } else {
            url_.path += '/';
            append_percent_encoded(url_.path, segment, percent_encode_set::path);
        }
        if (at_end()) return ends(parser_result::done);
        if (!slash) return query_or_fragment();
        ++at_;
    }
}

basic_parser::next basic_parser::opaque_path() {
    const auto end = find_octet(text_, at_, question_mark | number_sign);
    auto path = text_.substr(at_, end - at_);
    check_units(at_, end);
    const bool encodes_space = end < text_.size() && path.ends_with(' ');
    if (encodes_space) path.remove_suffix(1);
    append_percent_encoded(url_.path, path, percent_encode_set::c0_control);
    // "If remaining starts with U+003F (?) or U+0023 (#), then append "%20" to url's path."
    if (encodes_space) url_.path += "%20";
    at_ = end;
    if (at_end()) return ends(parser_result::done);
    return query_or_fragment();
}

basic_parser::next basic_parser::query() {
    const auto end = override_ ? text_.size() : std::min(text_.find('#', at_), text_.size());
    check_units(at_, end);
    const auto text = text_.substr(at_, end - at_);
    const auto set = special_ ? percent_encode_set::special_query : percent_encode_set::query;
    // "If ... url is not special; url's scheme is "ws" or "wss": then set encoding to UTF-8."
    const bool is_utf8 = encoding_.empty() || !special_ || url_.scheme == "ws" || url_.scheme == "wss";
    if (is_utf8 || !append_after_encoding(*url_.query, encoding_, text, set)) {
        append_percent_encoded(*url_.query, text, set);
    }
    at_ = end;
    if (at_end()) return ends(parser_result::done);
    return query_or_fragment();
}

basic_parser::next basic_parser::fragment() {
    check_units(at_, text_.size());
    append_percent_encoded(*url_.fragment, text_.substr(at_), percent_encode_set::fragment);
    return ends(parser_result::done);
}

} // namespace uniform::whatwg
