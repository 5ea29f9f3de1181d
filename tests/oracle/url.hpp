// The answers of the documents about URLs for a text: is it a URL of that scheme, as their grammar is printed, and as
// they mean it once their prose is read too. The grammars are in grammar/; nothing here comes from the library.
#pragma once

#include "oracle/abnf.hpp"
#include "oracle/automaton.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace oracle {

struct url_verdict {
    bool printed = false; // by the grammar as printed
    bool meant = false;   // by the grammar and the prose
};

// One reading of one scheme by one document.
struct url_reading {
    std::string_view document; // "url-06", "rfc8089"
    std::string_view scheme;   // lower case; "" is otherurl
    std::string_view grammar;  // the file
    std::string_view printed;  // rules of it
    std::string_view meant;
    std::string_view why; // why the two differ; "" where they never do
};

[[nodiscard]] const std::vector<url_reading> &url_readings();

// Not shared between threads.
class url_oracle {
public:
    url_oracle();

    // `reading` is an index into url_readings().
    [[nodiscard]] url_verdict judge(std::size_t reading, std::string_view text);

private:
    struct engine {
        std::unique_ptr<automaton> rules; // bit 0: printed, bit 1: meant
    };
    bool addresses(std::string_view url);
    bool article(std::string_view url);

    std::vector<engine> engines_;
    std::unique_ptr<automaton> addr_spec_;
    std::unique_ptr<automaton> msg_id_core_;
};

} // namespace oracle
