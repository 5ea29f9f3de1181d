#include "conformance/extract.hpp"

#include <uniform/text/find.hpp>

#include <string_view>

namespace conformance {

using nlohmann::json;

verdict extract(const json &c) {
    const auto text = c.at("text").get<std::string>();
    uniform::find_options o;
    o.join_lines = c.value("rule", "") == "line-break";
    json got = json::array();
    for (const uniform::found &f : uniform::find_uris(text, o)) got.push_back(f.text);
    const auto print = [](const json &value) { return value.dump(-1, ' ', true, json::error_handler_t::replace); };
    const std::string what = "extract " + print(c.at("text"));
    if (got != c.at("found")) return what + ": expected " + print(c.at("found")) + ", got " + print(got);
    // The same byte by byte.
    json in_pieces = json::array();
    const auto keep = [&](const uniform::found &f) { in_pieces.push_back(f.text); };
    uniform::uri_finder finder{o};
    for (const char &byte : text) finder.feed({&byte, 1}, keep);
    finder.finish(keep);
    if (in_pieces != got) return what + ": in pieces of one byte " + print(in_pieces);
    return std::nullopt;
}

} // namespace conformance
