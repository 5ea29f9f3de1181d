// The engine with a minimal service: 302 from a table in memory. The comparison with nginx and the same table shows the
// cost of the engine (bench/http_peer.py).
//
// http_service PORT FILE [WORKERS]: each line of FILE is "urn:... http://..."

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <span>
#include <string>
#include <unordered_map>

#include "http/engine/engine.hpp"

namespace {

struct hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
};

class table final : public uniform::http::request_handler {
public:
    explicit table(const char *file) {
        std::ifstream in{file};
        std::string urn;
        std::string url;
        while (in >> urn >> url) urls_.emplace("/" + urn, url);
    }

    uniform::http::attempt try_cached(const uniform::http::request &r, unsigned, std::string_view date, bool close,
                                      std::string &out) noexcept override {
        const auto found = urls_.find(r.path);
        if (found == urls_.end()) return uniform::http::attempt::unsuitable;
        out += "HTTP/1.1 302 Found\r\nDate: ";
        out += date;
        out += "\r\nLocation: ";
        out += found->second;
        out += "\r\nContent-Length: 0\r\n";
        out += close ? "Connection: close\r\n\r\n" : "\r\n";
        return uniform::http::attempt::sent;
    }
    uniform::http::body_policy policy(const uniform::http::request &) noexcept override { return {}; }
    void handle(uniform::http::exchange &e) override { e.send({.status = 404, .fields = {}, .body = "unknown\n"}); }
    uniform::http::response error_response(int status, std::string_view why, std::string_view,
                                           std::span<const uniform::http::field>) noexcept override {
        return {.status = status, .fields = {}, .body = std::string{why}};
    }
    void completed(const uniform::http::completed_exchange &, unsigned) noexcept override {}

private:
    std::unordered_map<std::string, std::string, hash, std::equal_to<>> urls_;
};

} // namespace

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    table service{argv[2]};
    uniform::http::engine_options options;
    options.port = static_cast<std::uint16_t>(std::atoi(argv[1]));
    options.workers = argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 1;
    const auto engine = uniform::http::engine::start(options, service);
    std::cout << engine->port() << std::endl;
    std::string line;
    std::getline(std::cin, line); // until the one who started it goes
}
