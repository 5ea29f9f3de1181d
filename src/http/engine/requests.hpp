// Reads all requests in a text as a connection does, without a connection: for tests and the fuzzer.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "http/engine/parser.hpp"

namespace uniform::http::test {

struct requests_limits {
    std::size_t head = 1000;
    std::size_t fields = 15;
    std::uint64_t body = 1000;
};

/// A line for each request: method, target, path, query ("-" if there is none), minor version, "close", "body="; then
/// the status of a refusal (instead of the line, when the body is refused), or "more" when the text ends within a
/// request. The text is divided at `cuts`.
inline std::string requests_in(std::string_view text, const std::vector<std::size_t> &cuts,
                               const requests_limits &limits = {}) {
    std::string found;
    std::string kept; // the bytes that have arrived and are not used yet
    head_scan scan;
    std::unique_ptr<body_reader> reader;
    std::string body;
    bool close = false;
    std::size_t from = 0;
    for (std::size_t n = 0; n <= cuts.size(); ++n) {
        const std::size_t to = n == cuts.size() ? text.size() : cuts[n];
        kept += text.substr(from, to - from);
        from = to;
        while (!close || reader != nullptr) {
            if (reader != nullptr) {
                std::string_view data = kept;
                const body_reader::outcome how = reader->read(data, body);
                if (how == body_reader::outcome::refused) {
                    return found.substr(0, found.rfind('\n') + 1) + std::to_string(reader->why().status);
                }
                kept = std::string{data};
                if (how == body_reader::outcome::more) break;
                found += " body=" + body + "\n";
                body.clear();
                reader.reset();
                continue;
            }
            const head_scan::outcome how = scan.look(kept, limits.head, limits.fields);
            if (how == head_scan::outcome::refused) return found += std::to_string(scan.why().status);
            if (how == head_scan::outcome::more) break;
            head h;
            std::vector<field> fields;
            std::shared_ptr<chunks> coding;
            const std::string_view all = kept;
            if (const auto why = parse_head(all.substr(scan.begin(), scan.end() - scan.begin()), h, fields, coding)) {
                return found += std::to_string(why->status);
            }
            found += std::string{h.method} + " " + std::string{h.target} + " " + std::string{h.path} + " " +
                     (h.query ? "?" + std::string{*h.query} : "-") + " " + std::to_string(h.minor_version);
            if (!h.keep_alive) found += " close";
            close = !h.keep_alive;
            if (h.has_body()) {
                reader = std::make_unique<body_reader>(h, std::move(coding), limits.body, limits.head);
            } else {
                found += '\n';
            }
            kept.erase(0, scan.end());
            scan = {};
        }
    }
    if (reader != nullptr) return found += " body=" + body + " more";
    if (!kept.empty() && !close) found += "more";
    return found;
}

} // namespace uniform::http::test
