// ASCII, hexadecimal digits, UTF-8, names of enumerators, values of options, suggestions for misspelt words, and
// temporary texts.
#include <uniform/base/accepted_value.hpp>
#include <uniform/base/ascii.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/base/hidden_characters.hpp>
#include <uniform/base/suggestion.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/base/us_ascii.hpp>
#include <uniform/base/utf8.hpp>

#include "../check.hpp"

using namespace uniform;

namespace {

void characters() {
    CHECK(ascii::is_digit('7') && ascii::is_upper('A') && ascii::is_lower('a'));
    CHECK(ascii::is_alpha('x') && ascii::is_alnum('0') && !ascii::is_alnum('-'));
    CHECK(ascii::is_hexdig('F') && ascii::hex_value('F') == 15);
    CHECK(ascii::is_space('\t') && !ascii::is_space('\0'));
    CHECK(ascii::to_lower('Q') == 'q' && ascii::to_upper('q') == 'Q');
    CHECK(base::is_us_ascii("host") && !base::is_us_ascii("h\u00F6st"));
}

void letter_case() {
    std::string host = "Example.COM";
    CHECK(ascii::lower_copy(host) == "example.com");
    ascii::make_lower(host);
    CHECK(host == "example.com");
    CHECK(ascii::equal_ignoring_case("URN", "urn"));
    CHECK(ascii::starts_with_ignoring_case("URN:isbn:0", "urn:"));
    CHECK(ascii::find_ignoring_case("see URL:http://a", "url:") == 4);
    CHECK(ascii::trim("  http://a/\n") == "http://a/");
}

void hexadecimal() {
    std::string out;
    base::append_percent_encoded(out, '/');
    CHECK(out == "%2F");
    base::append_octet(out, 0x2F, base::upper_hex);
    base::append_octet(out, 0x2F, base::lower_hex);
    CHECK(out == "%2F2F2f");
    CHECK(base::hex_value_or('b', -1) == 11 && base::hex_value_or('g', -1) == -1);
    CHECK(base::to_hex(255U, 4) == "00ff");
    CHECK(base::code_point(U'\u00E9') == "U+00E9");
}

void utf8() {
    const std::string_view text = "\u00E9t\u00E9";
    const base::utf8_sequence first = base::utf8_sequence_at(text);
    CHECK(first.valid && first.size == 2);
    CHECK(base::character_of(text.substr(0, first.size)) == U'\u00E9');
    CHECK(base::find_invalid_utf8("a\xC3(") == 1 && !base::find_invalid_utf8(text));
    CHECK(!base::utf8_sequence_at("\xC3(").valid); // a sequence that ends too early
    std::string out;
    base::append_utf8(out, U'\u20AC');
    CHECK(out == "\u20AC");
    CHECK(base::is_hidden(U'\u202E')); // it would reverse the text behind it
    CHECK(base::is_joiner(U'\u200D') && !base::is_joiner(U'\u200B'));
    CHECK(base::is_shaped_by_joiners(U'\u0915') && !base::is_shaped_by_joiners(U'\u540D'));
    CHECK(base::is_default_ignorable(U'\u3164')); // Hangul filler: it is not shown
}

void names_of_enumerators() {
    enum class colour { red, green };
    static constexpr auto colours = enum_table<colour>({{colour::red, "red"}, {colour::green, "green"}});
    const enum_names<colour, 2> &table = colours;
    CHECK(table.name(colour::green) == "green");
    CHECK(table.find("red") == colour::red && !table.find("blue"));
    for (const enum_name<colour> &row : table) CHECK(!row.name.empty());
    for (const colour c : table.values()) CHECK(table.find(table.name(c)) == c);
    CHECK((joined_names<colours, " or "> == "red or green"));
}

void values_of_options() {
    const base::number_limits memory{.least = 1, .most = 1U << 20U, .what = base::counted::bytes};
    CHECK(base::read_number("64K", memory) == 65536U && base::number_text(65536, base::counted::bytes) == "64K");
    const auto more = base::read_number("2M", memory);
    CHECK(more.error() == base::number_fault::too_large);
    CHECK(base::message(more.error(), memory) == "is too large: at most 1M");
    CHECK(base::form_of(base::counted::items) == "a whole number");
    for (const base::counted_unit &u : base::units_of(base::counted::milliseconds)) CHECK(u.factor > 0);

    CHECK(base::find_choice("slow", "off slow all") == 1U && !base::find_choice("slwo", "off slow all"));
    CHECK(base::list_of("off slow all") == "off, slow, all" && base::words_of("off slow").size() == 2);
    CHECK(base::read_choice("slow", "off slow all") == 1U);
    CHECK(base::read_choice("slwo", "off slow").error() == "is none of off, slow: did you mean \"slow\"?");
    CHECK(base::read_within("64K", memory) == 65536U);
    const base::accepted_value recheck{.name = "recheck", .choices = "off slow"};
    CHECK(base::values_in_words(recheck, "slow") == "One of off, slow; default: slow.");
}

// The result is a view of the argument, so no temporary string is taken.
std::string_view without_colon(std::string_view text) { return text.substr(0, text.find(':')); }
void without_colon(temporary_owner auto &&) = delete;

void temporaries() {
    const std::string text = "urn:example:a";
    CHECK(without_colon(text) == "urn" && without_colon("http:") == "http");
    static_assert(temporary_owner<std::string> && !temporary_owner<std::string &> &&
                  !temporary_owner<std::string_view>);
}

void suggestions() {
    const std::vector<std::string> schemes{"ftp", "gopher", "http"};
    CHECK(suggestion("htp", schemes) == ": did you mean \"http\"?");
    CHECK(*closest("gophr", schemes) == "gopher" && closest("xmpp", schemes) == nullptr);
    CHECK(*most_similar("RFC 8141", std::vector<std::string>{"rfc2141", "rfc8141"}) == "rfc8141");
    CHECK(edit_distance("htpt", "http") == 1); // two neighbours exchanged
    CHECK(likeness("htp", "http") > likeness("htp", "ftp"));
}

} // namespace

int main() {
    characters();
    letter_case();
    hexadecimal();
    utf8();
    names_of_enumerators();
    values_of_options();
    temporaries();
    suggestions();
    return 0;
}
