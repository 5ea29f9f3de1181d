// Complete test sets, put to a recognizer.
#pragma once

#include "proof/automaton.hpp"
#include "proof/plan.hpp"
#include "proof/recognizer.hpp"

#include "differential/guarded.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proof {

// A boundary as the recognizer reports it.
struct reported_boundary {
    std::size_t component; // of `spans`
    bool is_end;
};

// The figures of an examination, and the differences.
struct findings {
    std::uint64_t texts = 0;    // put to each kernel
    std::uint64_t accepted = 0; // by the grammar
    std::uint64_t different = 0;
    std::vector<std::string> differences{}; // the first of them

    void add(const findings &other);
};

// Puts texts to a recognizer with each kernel and compares with an automaton. With a boundary, the automaton is that of
// the texts with a mark: a text with its mark is accepted when the recognizer accepts it and has the boundary at the
// mark. A text without a mark, or with two, is never accepted, whatever the recognizer does, and is not put to it.
class examination {
public:
    // A recognizer that is asked instead of the library's, to see that faults are found.
    using substitute = std::function<bool(std::string_view text)>;

    // With `shortly`, the scalar parser is asked through the library's function and each kernel by itself, which saves
    // two thirds of the time: what a kernel leaves to the scalar parser, the library's function leaves to it.
    examination(const automaton &a, const recognizer &r, std::optional<reported_boundary> b, bool shortly = false);
    examination(const automaton &a, substitute s);

    // v w h for each state, all words w of at most `longest` classes, and all h. With each word the octets of a class
    // take turns.
    void words(std::uint32_t longest);
    // The same for words w of one octet, each of the 256.
    void octets();
    // The same with v of each length in `lengths`, and words w of at most `longest` classes: v ends at each offset. The
    // number of the placeless: the pairs of a length and a state to which no text of this length leads.
    std::uint64_t placed(const std::vector<std::uint32_t> &lengths, std::uint32_t longest, std::uint64_t salt);
    // placed() until a text is read differently. Whether one was.
    bool finds_placed(const std::vector<std::uint32_t> &lengths, std::uint32_t longest, std::uint64_t salt);
    // For an automaton without marks: v of each length in `before`, one class, and then words of each length in
    // `after`: those that are accepted from the state before, from the one after, and from another one that follows the
    // state before.
    void crossed(const std::vector<std::uint32_t> &before, const std::vector<std::uint32_t> &after, std::uint64_t salt);

    [[nodiscard]] const findings &result() const { return findings_; }
    [[nodiscard]] const plan &words_of() const { return plan_; }

private:
    // Texts grow and shrink at their end.
    struct draft {
        std::string text{};
        std::uint32_t marks = 0;
        std::uint32_t mark_at = 0;
        std::uint32_t state = 0;

        struct point {
            std::size_t size;
            std::uint32_t marks;
            std::uint32_t mark_at;
            std::uint32_t state;
        };
        [[nodiscard]] point now() const { return {text.size(), marks, mark_at, state}; }
        void back_to(const point &p) {
            text.resize(p.size);
            marks = p.marks;
            mark_at = p.mark_at;
            state = p.state;
        }
    };
    void append(draft &d, std::uint32_t c);
    void append(draft &d, const word &w);
    void identify(draft &d);
    void extend(draft &d, std::uint32_t longest);
    void cross(draft &d, const std::vector<std::optional<std::string>> &ends);
    void ask(const draft &d);
    void ask_library(const draft &d, bool expected);
    void report(std::string_view text, std::size_t kernel, const std::string &why);
    [[nodiscard]] bool is_over() const { return findings_.different > most_different_; }

    const automaton &a_;
    recognizer recognizer_{};
    substitute substitute_{};
    std::optional<reported_boundary> boundary_{};
    bool shortly_ = false;
    plan plan_;
    findings findings_{};
    std::uint64_t most_different_ = UINT64_MAX; // an examination that finds more ends
    std::vector<std::uint32_t> turn_;           // by class
    differential::guarded_text guarded_{};
};

} // namespace proof
