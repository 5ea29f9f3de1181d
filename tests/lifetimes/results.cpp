// Read by lifetimes_test.py: Clang, which knows UNIFORM_LIFETIMEBOUND, refuses the lines that end with BAD, and no
// other.
#include <optional>
#include <string>
#include <string_view>

#include <uniform/uri/parse.hpp>
#include <uniform/uri/uri.hpp>
#include <uniform/urn/urn.hpp>

using namespace uniform;

struct page {
    [[nodiscard]] const std::string &text() const UNIFORM_LIFETIMEBOUND { return text_; }
    [[nodiscard]] std::string_view title() const UNIFORM_LIFETIMEBOUND { return text_; }
    std::string text_;
};
page made();
uri made_uri();
urn made_urn();

void results() {
    const uri whole = made_uri();
    const std::optional<std::string_view> host = whole.host();
    const std::optional<std::string_view> no_host = made_uri().host(); // BAD
    const bool same = made_uri().host() == whole.host();
    const urn name = made_urn();
    const std::string_view nss = name.nss();
    const std::string_view no_nss = made_urn().nss(); // BAD
    const auto parsed = parse_uri(whole.text());
    const auto of_temporary = parse_uri(made().title()); // BAD
    const std::string &text = made().text();             // BAD
    const std::string copy = made().text();
}

std::optional<std::string_view> host() {
    const uri local = made_uri();
    return local.host(); // BAD
}
uri_view view() {
    const uri local = made_uri();
    return local.view(); // BAD
}
uri copy() {
    const uri local = made_uri();
    return local;
}
