// The ABNF of the registered namespaces: all of it can be read, and it is the syntax of their names.
//
// The grammars are read a second time by the oracle, which shares no code with the library: names that it generates
// from a grammar are names of the namespace, and of changed ones the grammar and validate() say the same.

#include <algorithm>
#include <fstream>
#include <optional>
#include <random>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include <uniform/base/ascii.hpp>
#include <uniform/urn/abnf.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/urn.hpp>

#include "oracle/abnf.hpp"
#include "oracle/automaton.hpp"

namespace {

using namespace uniform;

std::string text_of(const char *file) {
    std::ifstream in{std::string{UNIFORM_ORACLE_GRAMMARS "/"} + file};
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

// A grammar, with the rules of RFC 3986 and RFC 8141 that it need not define.
oracle::grammar judge_of(std::string_view abnf) {
    static const std::string predefined = text_of("rfc8141.abnf") + text_of("rfc3986.abnf");
    return oracle::grammar{predefined, abnf};
}

class name_source {
public:
    name_source(const oracle::grammar &g, unsigned seed) : grammar_{g}, random_{seed} {}

    // A name of the grammar, as short as its repetitions permit, or not much longer.
    std::string next() {
        std::string out;
        append(out, grammar_.root("NSS"));
        return out;
    }

    // With one character removed, repeated, replaced, added or in the other case, or two of them exchanged.
    std::string changed(std::string name) {
        static constexpr std::string_view in_names = "abcdefgmousxABCDEFGMOUSX0123456789-._~!$&'()*+,;=:@/%";
        const std::size_t at = below(name.size());
        switch (below(7)) {
        case 0:
            return name.erase(at, 1);
        case 1:
            return name.insert(at, 1, name[at]);
        case 2:
            return name.insert(below(name.size() + 1), 1, in_names[below(in_names.size())]);
        case 3:
            name[at] = in_names[below(in_names.size())];
            return name;
        case 4:
            if (ascii::is_alpha(name[at])) name[at] = static_cast<char>(name[at] ^ 0x20);
            return name;
        case 5:
            std::swap(name[at], name[below(name.size())]);
            return name;
        default:
            return name.substr(0, at + 1);
        }
    }

private:
    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>{0, n - 1}(random_); }

    void append(std::string &out, std::uint32_t index) {
        const oracle::node &n = grammar_.at(index);
        switch (n.kind) {
        case oracle::node_kind::set: {
            std::size_t left = below(n.set.count());
            for (std::size_t b = 0; b < n.set.size(); ++b) {
                if (n.set.test(b) && left-- == 0) return out.push_back(static_cast<char>(b));
            }
            return;
        }
        case oracle::node_kind::sequence:
            for (const std::uint32_t item : n.items) append(out, item);
            return;
        case oracle::node_kind::alternation:
            return append(out, n.items[below(n.items.size())]);
        case oracle::node_kind::repetition: {
            const std::size_t more = std::min<std::size_t>(n.most - n.least, 3);
            for (std::size_t count = n.least + below(more + 1); count > 0; --count) append(out, n.items.front());
            return;
        }
        case oracle::node_kind::rule:
            return append(out, grammar_.root(n.items.front()));
        }
    }

    const oracle::grammar &grammar_;
    std::mt19937 random_;
};

std::string name_of(const namespace_info &info, const std::string &nss) {
    return "urn:" + std::string{info.nid} + ':' + nss;
}

// The result of validate() for a name; std::nullopt when it is no URN at all, or only longer than a limit permits,
// which no ABNF says.
std::optional<bool> is_valid(const namespace_info &info, const std::string &nss) {
    const std::string text = name_of(info, nss);
    const auto u = parse_urn(text);
    if (!u || u->nss() != nss) return std::nullopt;
    const auto verdict = validate(*u);
    if (!verdict && verdict.error().code == error_code::too_long) return std::nullopt;
    return verdict.has_value();
}

TEST(namespace_abnf, is_read_and_becomes_the_pattern_of_the_namespace) {
    std::size_t count = 0;
    for (const namespace_info &info : iana_namespaces()) {
        EXPECT_EQ(info.syntax.abnf.empty(), info.status == namespace_status::unregistered) << info.nid;
        EXPECT_TRUE(info.syntax.branches.empty()) << info.nid; // the ABNF says it
        if (info.syntax.abnf.empty()) continue;
        const auto g = abnf_grammar::parse(info.syntax.abnf);
        ASSERT_TRUE(g) << info.nid << ':' << g.error().line << ": " << g.error().message;
        EXPECT_EQ(g->start(), "NSS") << info.nid;
        EXPECT_EQ(g->nss_pattern().value_or("none"), info.syntax.pattern)
            << info.nid; // scripts/abnf_pattern.py made it
        ++count;
    }
    EXPECT_EQ(count, 105U);
}

TEST(namespace_abnf, mentions_every_rule_that_it_has) {
    for (const namespace_info &info : iana_namespaces()) {
        if (info.syntax.abnf.empty()) continue;
        const abnf_grammar g = abnf_grammar::parse(info.syntax.abnf).value();
        for (const abnf_rule &r : g.rules()) {
            if (r.name == g.start()) continue;
            std::size_t mentions = 0;
            const auto letter_at = [&](std::size_t at, bool or_digit) { // a digit before it is a repetition
                const char c = at < info.syntax.abnf.size() ? info.syntax.abnf[at] : ' ';
                return ascii::is_alpha(c) || c == '-' || (or_digit && ascii::is_digit(c));
            };
            for (std::size_t at = info.syntax.abnf.find(r.name); at != std::string_view::npos;
                 at = info.syntax.abnf.find(r.name, at + 1)) {
                mentions += !letter_at(at - 1, false) && !letter_at(at + r.name.size(), true) ? 1U : 0U;
            }
            EXPECT_GT(mentions, 1U) << info.nid << ": " << r.name;
        }
    }
}

TEST(namespace_abnf, generates_names_of_the_namespace) {
    for (const namespace_info &info : iana_namespaces()) {
        if (info.syntax.abnf.empty()) continue;
        const oracle::grammar g = judge_of(info.syntax.abnf);
        name_source source{g, 5234};
        for (int i = 0; i < 300; ++i) {
            const std::string nss = source.next();
            const std::string text = name_of(info, nss);
            ASSERT_TRUE(parse_urn(text)) << text; // of the characters of RFC 8141
            ASSERT_NE(is_valid(info, nss), false) << info.nid << ' ' << nss;
        }
    }
}

TEST(namespace_abnf, and_the_namespace_agree_on_changed_names) {
    std::size_t good = 0;
    std::size_t bad = 0;
    for (const namespace_info &info : iana_namespaces()) {
        if (info.syntax.abnf.empty()) continue;
        const oracle::grammar g = judge_of(info.syntax.abnf);
        oracle::automaton judge{g, {"NSS"}};
        name_source source{g, 7405};
        for (int i = 0; i < 300; ++i) {
            std::string nss = source.next();
            for (int changes = 0; changes < 3 && !nss.empty(); ++changes) {
                nss = source.changed(nss);
                const auto valid = is_valid(info, nss);
                if (!valid) continue;
                ASSERT_EQ(*valid, judge.matches(nss)) << info.nid << ' ' << nss;
                (*valid ? good : bad) += 1;
            }
        }
    }
    EXPECT_GT(good, 10'000U);
    EXPECT_GT(bad, 10'000U);
}

// A name that begins like one with a form of its own is of that form alone.
TEST(namespace_abnf, leaves_no_other_form_to_names_that_have_one) {
    const struct {
        const char *urn;
        bool valid;
    } rows[] = {
        {"urn:3gpp2:meid:A04B0D56-02A7E3", true},              // RFC 8464 2
        {"urn:3gpp2:MEID:A04B0D56", false},                    //
        {"urn:3gpp2:meid", true},                              //
        {"urn:3gpp2:meids:A04B0D56", true},                    //
        {"urn:gsma:imei:90420156-025763-0", true},             // RFC 7254 3
        {"urn:gsma:IMEI:90420156", false},                     //
        {"urn:gsma:imei;x", true},                             //
        {"urn:eidr:10.5240:7791-8534-2C23-9030-8610-5", true}, // RFC 7972 2
        {"urn:eidr:10.5240:x", false},                         //
        {"urn:eidr:10.5239:x", true},                          //
        {"urn:eidr:10.52401:x", true},                         //
        {"urn:dev:ops:32473-x", false},                        // RFC 9039 3
        {"urn:dev:op:32473-x", true},                          //
        {"urn:dev:opss:32473-x", true},                        //
        {"urn:dev:o:x", true},                                 //
        {"urn:smpte:ul:060E2B3G", false},                      // RFC 5119 2
        {"urn:smpte:ul-060E2B3G", true},                       //
        {"urn:stalwart:davlock:a1b2", false},                  //
        {"urn:stalwart:davlocks:a1b2", true},                  //
        {"urn:stalwart:Davsync:a1b2c3d4e5f60718", true},       //
        {"urn:stalwart:davsync:a1b2c3d4e5f607181", false},     //
        {"urn:gs1:gdd:bie:Product.name.Text", true},           // "lower" and "LOWER" were one rule
    };
    for (const auto &row : rows) EXPECT_EQ(validate(parse_urn(row.urn).value()).has_value(), row.valid) << row.urn;
}

} // namespace
