// URL Standard, "URL parsing", "Origin" and "URL class": parsing and the getters.

#include <uniform/whatwg/web_url.hpp>

#include <utility>

#include "whatwg/basic_parser.hpp"
#include "whatwg/encode.hpp"
#include "whatwg/recognize.hpp"
#include "whatwg/url_maker.hpp"

namespace uniform::whatwg {

namespace {

std::expected<url, failure> parsed(std::string_view text, const url_view *base, validation_errors *errors,
                                   std::string_view encoding = {}) {
    recorder record{errors};
    const parser_input input{text, true, record};
    url_record made;
    basic_parser parser{input.text(), base, made, record};
    parser.set_encoding(encoding);
    if (parser.run() != parser_result::done) return std::unexpected{record.why()};
    auto serialized = serialize(made);
    if (!serialized) {
        record.fail(error_kind::too_long, 0);
        return std::unexpected{record.why()};
    }
    return url_maker::make(std::move(serialized->href), serialized->at);
}

std::string tuple_origin(const url_view &u) {
    std::string origin{u.protocol()};
    return origin.append("//").append(u.host());
}

} // namespace

std::optional<url_view> view_of(std::string_view text) noexcept {
    const auto at = recognize(text);
    if (!at) return std::nullopt;
    return url_view{text, *at};
}

std::expected<url, failure> parse(std::string_view text, const url *base, validation_errors *errors) {
    if (errors == nullptr) {
        // A serialized URL has a scheme and what the scheme demands, so that its base does not matter.
        if (const auto at = recognize(text)) return url_maker::make(std::string{text}, *at);
    }
    if (base == nullptr) return parsed(text, nullptr, errors);
    const auto base_view = base->view();
    return parsed(text, &base_view, errors);
}

std::expected<url, failure> parse(std::string_view text, std::string_view base, validation_errors *errors) {
    auto parsed_base = parse(base);
    if (!parsed_base) {
        auto why = parsed_base.error();
        why.in_base = true;
        return std::unexpected{why};
    }
    return parse(text, &*parsed_base, errors);
}

std::expected<url, failure> parse_in_encoding(std::string_view text, std::string_view encoding, const url *base,
                                              validation_errors *errors) {
    if (!is_other_encoding(encoding)) return parse(text, base, errors);
    if (base == nullptr) return parsed(text, nullptr, errors, encoding);
    const auto base_view = base->view();
    return parsed(text, &base_view, errors, encoding);
}

bool can_parse(std::string_view text) { return recognize(text) || parse(text); }

bool can_parse(std::string_view text, std::string_view base) {
    return can_parse(base) && (recognize(text) || parse(text, base));
}

std::string url_view::origin() const {
    const auto s = scheme();
    if (s == "blob") {
        const auto path_url = parse(pathname());
        if (!path_url || (path_url->protocol() != "http:" && path_url->protocol() != "https:")) return "null";
        return tuple_origin(path_url->view());
    }
    // "Unfortunate as it is, this is left as an exercise to the reader. When in doubt, return a new opaque origin."
    if (!is_special() || s == "file") return "null";
    return tuple_origin(*this);
}

whatwg::search_params url_view::search_params() const {
    return whatwg::search_params{parse_form_urlencoded(query().value_or(std::string_view{}))};
}

} // namespace uniform::whatwg
