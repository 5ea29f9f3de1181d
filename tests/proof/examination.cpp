#include "proof/examination.hpp"

#include <algorithm>
#include <utility>

namespace proof {

namespace {

constexpr std::size_t most_differences = 5;

std::string visible(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (const char c : text) {
        const auto u = static_cast<unsigned char>(c);
        if (u >= 0x20 && u < 0x7F && c != '\\') {
            out += c;
        } else {
            out.append("\\x").append(1, digits[u >> 4]).append(1, digits[u & 15]);
        }
    }
    return out;
}

} // namespace

void findings::add(const findings &other) {
    texts += other.texts;
    accepted += other.accepted;
    different += other.different;
    for (const std::string &d : other.differences) {
        if (differences.size() < most_differences) differences.push_back(d);
    }
}

examination::examination(const automaton &a, const recognizer &r, std::optional<reported_boundary> b, bool shortly)
    : a_(a), recognizer_(r), boundary_(b), shortly_(shortly && r.has_kernels()), plan_(a), turn_(a.classes()) {}

examination::examination(const automaton &a, substitute s)
    : a_(a), substitute_(std::move(s)), plan_(a), turn_(a.classes()) {}

void examination::append(draft &d, std::uint32_t c) {
    d.state = a_.next(d.state, c);
    if (c == a_.mark_class()) {
        ++d.marks;
        d.mark_at = static_cast<std::uint32_t>(d.text.size());
        return;
    }
    const auto &members = a_.members(c);
    std::uint32_t &turn = turn_[c];
    d.text += static_cast<char>(members[turn]);
    if (++turn == members.size()) turn = 0;
}

void examination::append(draft &d, const word &w) {
    for (const std::uint8_t c : w) append(d, c);
}

// Without a boundary, no text has a mark; with one, each has one.
void examination::ask(const draft &d) {
    if (d.marks != (boundary_ ? 1U : 0U)) return;
    const bool expected = a_.accepts(d.state);
    ++findings_.texts;
    findings_.accepted += expected ? 1 : 0;
    if (!substitute_) return ask_library(d, expected);
    if (substitute_(d.text) != expected) report(d.text, 0, expected ? "is refused" : "is accepted");
}

void examination::ask_library(const draft &d, bool expected) {
    // Masked loads across a border are slow, so only one text of 16 ends where reading ends.
    const std::string_view text =
        findings_.texts % 16 == 0 ? guarded_.at_end(d.text) : guarded_.at_turn(d.text, findings_.texts * 4 + 2);
    spans scalar{};
    bool scalar_accepts = false;
    select_kernel(0);
    for (std::size_t k = 0; k < kernels(); ++k) {
        spans found{};
        bool accepts = false;
        if (k > 0 && shortly_) {
            if (!recognizer_.kernel_accepts(k, text, found)) continue;
            accepts = true;
        } else {
            if (k > 0) select_kernel(k);
            accepts = recognizer_.accepts(text, found);
        }
        bool agrees = accepts == expected;
        if (boundary_) {
            const span &part = found[boundary_->component];
            agrees = (accepts && (boundary_->is_end ? part.end : part.begin) == d.mark_at) == expected;
        }
        if (!agrees) {
            const std::string where = boundary_ ? ", mark at " + std::to_string(d.mark_at) : "";
            report(d.text, k,
                   std::string(accepts ? "accepted" : "refused") + where + ", expected " + (expected ? "yes" : "no"));
        }
        if (k == 0) {
            scalar = found;
            scalar_accepts = accepts;
        } else if (accepts != scalar_accepts || found != scalar) {
            report(d.text, k, "other components than the scalar parser's");
        }
    }
}

void examination::report(std::string_view text, std::size_t kernel, const std::string &why) {
    ++findings_.different;
    if (findings_.differences.size() >= most_differences) return;
    findings_.differences.push_back('"' + visible(text) + "\" " + (substitute_ ? "" : kernel_name(kernel) + ": ") +
                                    why);
}

void examination::identify(draft &d) {
    const draft::point start = d.now();
    for (const word &h : plan_.identifiers(d.state)) {
        append(d, h);
        ask(d);
        d.back_to(start);
    }
}

void examination::extend(draft &d, std::uint32_t longest) {
    identify(d);
    if (longest == 0 || is_over()) return;
    const draft::point start = d.now();
    for (std::uint32_t c = 0; c < a_.classes(); ++c) {
        if (c == a_.mark_class() && (!boundary_ || d.marks == 1)) continue;
        append(d, c);
        extend(d, longest - 1);
        d.back_to(start);
    }
}

void examination::words(std::uint32_t longest) {
    for (std::uint32_t s = 0; s < a_.states(); ++s) {
        draft d;
        append(d, plan_.access(s));
        extend(d, longest);
    }
}

void examination::octets() {
    for (std::uint32_t s = 0; s < a_.states(); ++s) {
        draft d;
        append(d, plan_.access(s));
        const draft::point start = d.now();
        for (std::uint32_t octet = 0; octet < 256; ++octet) {
            d.text += static_cast<char>(octet);
            d.state = a_.next(d.state, a_.class_of(static_cast<symbol>(octet)));
            identify(d);
            d.back_to(start);
        }
    }
}

std::uint64_t examination::placed(const std::vector<std::uint32_t> &lengths, std::uint32_t longest,
                                  std::uint64_t salt) {
    const placed_words ways(a_, std::ranges::max(lengths), salt);
    std::uint64_t placeless = 0;
    word v;
    for (const std::uint32_t length : lengths) {
        for (std::uint32_t s = 0; s < a_.states() && !is_over(); ++s) {
            if (!ways.to(s, length, v)) {
                ++placeless;
                continue;
            }
            draft d;
            append(d, v);
            extend(d, longest);
        }
    }
    return placeless;
}

bool examination::finds_placed(const std::vector<std::uint32_t> &lengths, std::uint32_t longest, std::uint64_t salt) {
    most_different_ = findings_.different;
    placed(lengths, longest, salt);
    const bool finds = is_over();
    most_different_ = UINT64_MAX;
    return finds;
}

void examination::crossed(const std::vector<std::uint32_t> &before, const std::vector<std::uint32_t> &after,
                          std::uint64_t salt) {
    const placed_words ways(a_, std::max(std::ranges::max(before), std::ranges::max(after)), salt);
    word v;
    // The ends of the texts, written once: by state, by length.
    std::vector<std::vector<std::optional<std::string>>> ends(a_.states());
    for (std::uint32_t s = 0; s < a_.states(); ++s) {
        for (const std::uint32_t left : after) {
            draft d;
            const bool exists = ways.accepted_from(s, left, v);
            if (exists) append(d, v);
            ends[s].push_back(exists ? std::optional{d.text} : std::nullopt);
        }
    }
    for (const std::uint32_t length : before) {
        for (std::uint32_t s = 0; s < a_.states(); ++s) {
            if (!ways.to(s, length, v)) continue;
            draft d;
            append(d, v);
            const draft::point start = d.now();
            for (std::uint32_t c = 0; c < a_.mark_class(); ++c) {
                append(d, c);
                const std::uint32_t other = a_.next(s, (c + 1) % a_.classes());
                cross(d, ends[d.state]);
                if (s != d.state) cross(d, ends[s]);
                if (other != s && other != d.state) cross(d, ends[other]);
                d.back_to(start);
            }
        }
    }
}

// The draft with each of the ends.
void examination::cross(draft &d, const std::vector<std::optional<std::string>> &ends) {
    const draft::point start = d.now();
    for (const auto &end : ends) {
        if (!end) continue;
        d.text += *end;
        for (const char c : *end) d.state = a_.next(d.state, a_.class_of(static_cast<unsigned char>(c)));
        ask(d);
        d.back_to(start);
    }
}

} // namespace proof
