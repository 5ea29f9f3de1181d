// A text, a base and a value, each on a line: what is parsed is serialized to a text that is parsed into the same; what
// is recognized without parsing is what the parser makes of it; and setters leave a URL of which that is true as well.
#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <uniform/whatwg/web_url.hpp>

namespace {

using namespace uniform::whatwg;

void must(bool holds) {
    if (!holds) std::abort();
}

std::string_view take_line(std::string_view &rest) {
    const auto end = std::min(rest.find('\n'), rest.size());
    const auto line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return line;
}

void must_be_stable(const url &u) {
    const auto again = parse(u.href());
    must(again.has_value() && again->href() == u.href() && again->view().offsets() == u.view().offsets());
    validation_errors errors;
    const auto slow = parse(u.href(), nullptr, &errors);
    must(slow.has_value() && slow->href() == u.href() && slow->view().offsets() == u.view().offsets());
    must(std::ranges::all_of(u.href(), [](char c) { return c >= ' ' && c < 0x7F; }));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    std::string_view rest{reinterpret_cast<const char *>(data), size};
    const auto text = take_line(rest);
    const auto base = take_line(rest);
    const auto value = rest;

    validation_errors errors;
    const auto quick = parse(text);
    const auto slow = parse(text, nullptr, &errors);
    must(quick.has_value() == slow.has_value());
    for (const auto &e : errors) must(e.offset <= text.size());
    if (const auto v = view_of(text)) must(quick.has_value() && v->href() == quick->href());
    if (!quick) {
        must(quick.error() == slow.error() && !errors.empty());
    } else {
        must(quick->href() == slow->href() && quick->view().offsets() == slow->view().offsets());
        must_be_stable(*quick);
    }
    auto resolved = parse(text, base);
    if (!resolved) return 0;
    must_be_stable(*resolved);
    for (const auto set : {&url::set_protocol, &url::set_username, &url::set_password, &url::set_host,
                           &url::set_hostname, &url::set_port, &url::set_pathname, &url::set_search, &url::set_hash}) {
        auto changed = *resolved;
        (changed.*set)(value);
        // By the standard's text, a URL that becomes a file URL keeps "localhost" and a segment "C|".
        if (changed.protocol() != resolved->protocol() && changed.protocol() == "file:") continue;
        must_be_stable(changed);
    }
    auto params = resolved->search_params();
    params.append(value, text);
    must(resolved->set_search_params(params) && resolved->search_params() == params);
    must_be_stable(*resolved);
    return 0;
}
