#include "differential/mutator.hpp"

#include "differential/mutator_texts.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace differential {

namespace {

// Next to the borders of what the kernels load at once, and some blocks further.
constexpr std::array<std::size_t, 36> lengths{1,  2,  3,   4,   5,   7,   8,   9,   15,  16,  17,  30,
                                              31, 32, 33,  34,  47,  48,  62,  63,  64,  65,  66,  95,
                                              96, 97, 126, 127, 128, 129, 130, 191, 192, 193, 255, 300};

constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";

} // namespace

void mutator::append_run(std::string_view from, std::size_t most) {
    for (std::size_t n = random_.below(most + 1); n > 0; --n) text_ += from[random_.below(from.size())];
}

void mutator::append_segments() {
    for (std::size_t n = random_.below(6); n > 0; --n) {
        text_ += '/';
        switch (random_.below(8)) {
        case 0:
            text_ += "..";
            break;
        case 1:
            text_ += '.';
            break;
        case 2:
            break;
        case 3:
            text_ += "%2E%7e%2f";
            break;
        default:
            append_run("abcXYZ019-._~!$&'()*+,;=:@", 12);
        }
    }
}

std::string_view mutator::generate() {
    text_.clear();
    random_source &r = random_;
    const std::uint64_t shape = r();
    if ((shape & 3) != 0) {
        text_ += plain[r.below(52)];
        append_run("abcdwxyzABYZ0189+-.", 6);
        text_ += ':';
    }
    if ((shape & 12) != 0) {
        text_ += "//";
        if ((shape & 0x70) == 0) {
            append_run("abcXYZ019-._~!$&'()*+,;=:", 10);
            text_ += '@';
        }
        switch (r.below(8)) {
        case 0:
            text_ += tokens[22 + r.below(20)];
            break;
        case 1:
            text_ += tokens[42 + r.below(6)];
            break;
        case 2:
            append_run("abcXYZ019-._~!$&'()*+,;=", 20);
            break;
        default:
            append_run("abcdefghij-.019", 70);
        }
        if ((shape & 0x180) == 0) {
            text_ += ':';
            append_run("0123456789", 6);
        }
        append_segments();
    } else {
        append_run("abcXYZ019-._~!$&'()*+,;=@", 8);
        append_segments();
    }
    if ((shape & 0x600) == 0) {
        text_ += '?';
        append_run("abcXYZ019-._~!$&'()*+,;=:@/?", 40);
    }
    if ((shape & 0x3800) == 0) {
        text_ += '#';
        append_run("abcXYZ019-._~!$&'()*+,;=:@/?", 10);
    }
    return text_;
}

std::string_view mutator::ipv6() {
    constexpr std::string_view groups[] = {"0", "1",  "db8",   "ffff", "FFFF", "0000",
                                           "a", "1f", "00001", "",     "g",    "10000"};
    constexpr std::string_view quads[] = {"1.2.3.4",  "255.255.255.255", "0.0.0.0",  "1.2.3.256",
                                          "01.2.3.4", "1.2.3",           "1.2.3.4.5"};
    random_source &r = random_;
    text_.clear();
    const std::size_t count = r.below(10);
    const std::size_t gap = r.one_in(4) ? 99 : r.below(count + 1);
    const std::size_t second = r.one_in(16) ? r.below(count + 1) : 99;
    for (std::size_t i = 0; i < count; ++i) {
        if (i == gap || i == second) text_ += i == 0 ? "::" : ":";
        text_ += groups[r.below(r.one_in(8) ? std::size(groups) : 8)];
        if (i + 1 < count) text_ += ':';
    }
    if (gap == count) text_ += "::";
    if (r.one_in(4)) {
        if (!text_.empty() && text_.back() != ':') text_ += ':';
        text_ += quads[r.below(r.one_in(2) ? 3 : std::size(quads))];
    }
    return text_;
}

void mutator::mutate() {
    random_source &r = random_;
    const std::size_t at = r.below(text_.size() + 1);
    const std::size_t length = text_.size();
    switch (r.below(12)) {
    case 0:
    case 1:
        if (at < length) text_[at] = alphabet[r.below(alphabet.size())];
        break;
    case 2:
    case 3:
        text_.insert(at, 1, alphabet[r.below(alphabet.size())]);
        break;
    case 4:
        text_.erase(at, r.below(4) + 1);
        break;
    case 5:
        text_.resize(at);
        break;
    case 6: {
        const std::string_view other = seeds[r.below(std::size(seeds))];
        text_.resize(at);
        text_ += other.substr(r.below(other.size() + 1));
        break;
    }
    case 7:
    case 8:
        text_.insert(at, tokens[r.below(std::size(tokens))]);
        break;
    case 9:
        if (at < length) text_[at] = static_cast<char>(r());
        break;
    case 10: {
        char copy[24];
        const std::size_t n = text_.copy(copy, r.below(sizeof copy) + 1, at);
        text_.insert(r.below(length + 1), copy, n);
        break;
    }
    default:
        if (at < length && ((text_[at] >= 'a' && text_[at] <= 'z') || (text_[at] >= 'A' && text_[at] <= 'Z')))
            text_[at] = static_cast<char>(text_[at] ^ 0x20);
    }
}

// Some characters beyond US-ASCII: mostly what IRIs have, so that many stay valid.
void mutator::internationalize() {
    random_source &r = random_;
    const std::size_t kinds = r.one_in(3) ? std::size(utf8) : r.one_in(4) ? characters : ucschars;
    std::size_t at = r.below(text_.size() + 1);
    for (std::size_t n = r.below(r.one_in(4) ? 40 : 8) + 1; n > 0; --n) {
        std::string_view one = utf8[r.below(r.one_in(8) ? kinds : ucschars)];
        std::string triplets;
        if (r.one_in(6)) {
            for (const char c : one) {
                const auto octet = static_cast<unsigned char>(c);
                const std::string_view digits = r.one_in(2) ? "0123456789abcdef" : "0123456789ABCDEF";
                triplets.append({'%', digits[octet >> 4], digits[octet & 15]});
            }
            one = triplets;
        }
        text_.insert(at, one);
        at += one.size();
        if (r.one_in(3)) at = r.below(text_.size() + 1);
    }
}

void mutator::bring_to_length() {
    const std::size_t wanted = lengths[random_.below(lengths.size())];
    if (text_.size() > wanted) {
        text_.resize(wanted);
        return;
    }
    const std::size_t at = random_.below(text_.size() + 1);
    text_.insert(at, wanted - text_.size(), 'a');
    // Not only one letter: what the run is made of decides in which masks it is seen.
    if (random_.one_in(3))
        for (std::size_t i = at; i < text_.size() && random_.below(32) != 0; ++i)
            if (text_[i] == 'a') text_[i] = plain[random_.below(plain.size())];
}

std::string_view mutator::changed(std::string_view text) {
    text_ = text;
    if (random_.one_in(2) || text_.empty()) {
        mutate();
        return text_;
    }
    // Another spelling, often of an equivalent reference.
    if (random_.one_in(3) && reorder()) return text_;
    const std::size_t at = random_.below(text_.size());
    const auto c = static_cast<unsigned char>(text_[at]);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (c == '/' && random_.one_in(2)) {
        text_.insert(at, random_.one_in(2) ? "/." : "/x/..");
    } else if (letter && random_.one_in(2)) {
        text_[at] = static_cast<char>(c ^ 0x20);
    } else if (letter || c == '-' || c == '.' || c == '~') {
        const std::string_view digits = random_.one_in(2) ? "0123456789abcdef" : "0123456789ABCDEF";
        const char triplet[3] = {'%', digits[c >> 4], digits[c & 15]};
        text_.replace(at, 1, triplet, 3);
    } else {
        mutate();
    }
    return text_;
}

std::string_view mutator::next() {
    if (random_.one_in(3))
        generate();
    else if (random_.one_in(8))
        (void)(random_.one_in(2) ? scheme_text() : document_text());
    else
        text_ = seeds[random_.below(std::size(seeds))];
    const bool border = random_.one_in(6);
    // Before the mutations, so that they meet at the border too.
    if (border && random_.one_in(2)) bring_to_length();
    for (std::size_t n = random_.below(random_.one_in(4) ? 9 : 3); n > 0; --n) mutate();
    if (random_.one_in(3)) internationalize();
    if (border && random_.one_in(2)) bring_to_length();
    if (text_.size() > 2000) text_.resize(2000);
    return text_;
}

} // namespace differential
