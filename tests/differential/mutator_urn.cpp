#include "differential/mutator_urn.hpp"

namespace differential {

namespace {

constexpr std::string_view seeds[] = {
    // RFC 8141 2.2, 2.3, 3.2, 5
    "urn:example:foo",
    "urn:example:1/406/47452/2",
    "urn:example:foo-bar-baz-qux?+CCResolve:cc=uk",
    "urn:example:weather?=op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z",
    "urn:example:foo-bar-baz-qux#somepart",
    "urn:example:a123,z456",
    "URN:example:a123,z456",
    "urn:EXAMPLE:a123,z456",
    "urn:example:a123,z456?+abc",
    "urn:example:a123,z456?=xyz",
    "urn:example:a123,z456#789",
    "urn:example:a123,z456/foo",
    "urn:example:a123%2Cz456",
    "URN:EXAMPLE:a123%2cz456",
    "urn:example:%D0%B0123,z456",
    "urn:example:apple:pear:plum:cherry",
    "urn:urn-7:a",
    "urn:xmpp:b",
    // drafts: either order, other delimiters
    "urn:example:a?=q?+r#f",
    "urn:example:a?+r?=q#f",
    "urn:example:a?q??r#f",
    "urn:example:a??r",
    // RFC 2141 6
    "URN:foo:a123,456",
    "urn:foo:a123%2C456",
    "urn:a:(b)+,-.:=@;$_!*'",
    "urn:urn:a",
    // names in use, of different lengths
    "urn:isbn:978-951-0-18435-6",
    "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    "urn:ietf:rfc:8141",
    "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
    "urn:nbn:de:101:1-201102033592",
    "urn:oid:2.16.840.1.113883.3.1937.777.11.10.22",
    "urn:abcdefghijklmnopqrstuvwxyz012345:a",
    "urn:a------------------------------b:c",
    "http://example.com/",
    "//example.com/urn:a:b",
};

constexpr std::string_view alphabet = "::??????##==++--//%%%..aAzZ09xX&~!$'()*,;@_[]{}\\^|\" \t\x7f";

constexpr std::string_view tokens[] = {
    "?+", "?=", "??", "?",  "#",   "?+?=", "?=?+", "???", "????", "?+a?=", "?=a?+", "?#",  "%2c",  "%2C",    "%",
    "%4", "%%", ":",  "::", "urn", "urn:", "-",    "--",  "/",    "//",    "/../",  "..",  "X-",   "urn-7",  "xn--",
    "+",  "=",  "~",  "&",  "%00", "%zz",  "a",    "?/",  "\xc3", "#?+",   "?=#",   "?+#", "URN:", "%d0%B0", "example",
};

// Next to the borders of what the kernels load at once, and of the NID's length.
constexpr std::size_t lengths[] = {1,  2,  3,  5,  7,  8,  9,  15, 16, 17, 30, 31,  32,  33,  34,  35,  36,
                                   37, 38, 47, 48, 62, 63, 64, 65, 66, 95, 96, 126, 127, 128, 129, 130, 200};

constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
constexpr std::string_view pchar = "abcXYZ019-._~!$&'()*+,;=:@";

} // namespace

void urn_mutator::append_run(std::string_view from, std::size_t most) {
    for (std::size_t n = random_.below(most + 1); n > 0; --n) text_ += from[random_.below(from.size())];
}

// assigned-name, then the delimiters of any edition with something behind each.
void urn_mutator::generate() {
    random_source &r = random_;
    text_ = r.one_in(4) ? "URN:" : "urn:";
    text_ += plain[r.below(plain.size())];
    append_run("abcXYZ019-", r.one_in(8) ? 33 : 8);
    text_ += plain[r.below(plain.size())];
    text_ += ':';
    text_ += pchar[r.below(pchar.size())];
    append_run("abcXYZ019-._~!$&'()*+,;=:@/", 40);
    if (r.one_in(3)) text_ += "%c3%A4";
    for (std::size_t n = r.below(4); n > 0; --n) {
        constexpr std::string_view delimiters[] = {"?+", "?=", "?", "??", "?+", "?="};
        text_ += delimiters[r.below(std::size(delimiters))];
        text_ += pchar[r.below(pchar.size())];
        append_run("abcXYZ019-._~!$&'()*+,;=:@/?", 12);
    }
    if (r.one_in(3)) {
        text_ += '#';
        append_run("abc019?/:@=+", 8);
    }
}

void urn_mutator::mutate() {
    random_source &r = random_;
    const std::size_t at = r.below(text_.size() + 1);
    switch (r.below(10)) {
    case 0:
        if (at < text_.size()) text_[at] = alphabet[r.below(alphabet.size())];
        break;
    case 1:
        text_.insert(at, 1, alphabet[r.below(alphabet.size())]);
        break;
    case 2:
        text_.erase(at, r.below(3) + 1);
        break;
    case 3:
        text_.resize(at);
        break;
    case 4: {
        const std::string_view other = seeds[r.below(std::size(seeds))];
        text_.resize(at);
        text_ += other.substr(r.below(other.size() + 1));
        break;
    }
    case 5:
    case 6:
        text_.insert(at, tokens[r.below(std::size(tokens))]);
        break;
    case 7:
        text_ += tokens[r.below(std::size(tokens))];
        break;
    case 8: // a longer part somewhere
        text_.insert(at, lengths[r.below(std::size(lengths))], plain[r.below(plain.size())]);
        break;
    default:
        if (at < text_.size()) text_[at] = r.one_in(4) ? static_cast<char>(r()) : static_cast<char>(text_[at] ^ 0x20);
    }
}

std::string_view urn_mutator::next() {
    if (random_.one_in(2))
        generate();
    else
        text_ = seeds[random_.below(std::size(seeds))];
    const bool border = random_.one_in(6);
    if (border) {
        const std::size_t wanted = lengths[random_.below(std::size(lengths))];
        if (text_.size() < wanted) text_.insert(random_.below(text_.size() + 1), wanted - text_.size(), 'a');
    }
    for (std::size_t n = random_.below(random_.one_in(4) ? 9 : 3); n > 0; --n) mutate();
    if (border && random_.one_in(4)) {
        const std::size_t wanted = lengths[random_.below(std::size(lengths))];
        if (text_.size() > wanted) text_.resize(wanted);
    }
    if (text_.size() > 1000) text_.resize(1000);
    return text_;
}

std::string_view urn_mutator::changed(std::string_view text) {
    text_ = text;
    random_source &r = random_;
    for (std::size_t n = r.below(3) + 1; n > 0; --n) {
        switch (r.below(6)) {
        case 0: // scheme and NID in another case
            for (std::size_t i = 0, colons = 0; i < text_.size() && colons < 2; ++i) {
                if (text_[i] == ':') ++colons;
                const auto c = static_cast<unsigned char>(text_[i]);
                if (((c | 0x20U) - 'a') < 26 && r.one_in(2)) text_[i] = static_cast<char>(c ^ 0x20U);
            }
            break;
        case 1: // the hex digits of a triplet in another case, or its character
            if (const std::size_t at = text_.find('%', r.below(text_.size() + 1));
                at != std::string::npos && at + 2 < text_.size()) {
                const std::size_t digit = at + 1 + r.below(2);
                if (text_[digit] > '9') text_[digit] = static_cast<char>(text_[digit] ^ 0x20);
            }
            break;
        case 2: { // other components
            text_.resize(std::min(text_.find_first_of("?#"), text_.size()));
            constexpr std::string_view tails[] = {"", "?+r", "?=q", "#f", "?+r?=q#f", "?q??r", "?=q?+r"};
            text_ += tails[r.below(std::size(tails))];
            break;
        }
        case 3:
            mutate();
            break;
        case 4: // a letter of the rest in the other case
            if (const std::size_t at = r.below(text_.size() + 1); at < text_.size())
                text_[at] = static_cast<char>(text_[at] ^
                                              (((text_[at] | 0x20) >= 'a' && (text_[at] | 0x20) <= 'z') ? 0x20 : 0));
            break;
        default:
            break;
        }
    }
    return text_;
}

std::string_view urn_mutator::component() {
    random_source &r = random_;
    component_.clear();
    if (!r.one_in(8)) component_ += pchar[r.below(pchar.size())];
    for (std::size_t n = r.below(8); n > 0; --n) {
        if (r.one_in(3))
            component_ += tokens[r.below(std::size(tokens))];
        else
            component_ += pchar[r.below(pchar.size())];
    }
    return component_;
}

} // namespace differential
