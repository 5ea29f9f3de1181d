#include "url/gopher_form.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "print/words.hpp"
#include "url/received.hpp"

namespace uniform::cli {

namespace {

using enum form_question::kind;

std::string_view take_line(std::string_view &text) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

std::expected<form_question, std::string> read_question(std::string_view line) {
    constexpr std::array<std::pair<std::string_view, form_question::kind>, 8> kinds{{{"Ask", ask},
                                                                                     {"AskP", password},
                                                                                     {"AskL", lines},
                                                                                     {"AskF", file},
                                                                                     {"ChooseF", file},
                                                                                     {"Select", select},
                                                                                     {"Choose", choose},
                                                                                     {"Note", note}}};
    const auto colon = line.find(':');
    const auto *const it =
        std::ranges::find(kinds, trimmed(line.substr(0, colon)), &decltype(kinds)::value_type::first);
    if (colon == std::string_view::npos || it == kinds.end()) {
        return std::unexpected{"the form has an unknown kind of question: " + in_quotes(line)};
    }
    form_question q{it->second, {}, {}};
    std::string_view rest = trimmed(line.substr(colon + 1));
    if (q.what == select && (rest.ends_with(":0") || rest.ends_with(":1"))) {
        q.choices.emplace_back(rest.substr(rest.size() - 1));
        rest.remove_suffix(2);
    }
    const auto tab = std::min(rest.find('\t'), rest.size());
    q.text = rest.substr(0, tab);
    for (rest.remove_prefix(tab); !rest.empty();) {
        rest.remove_prefix(1);
        const auto end = std::min(rest.find('\t'), rest.size());
        q.choices.emplace_back(rest.substr(0, end));
        rest.remove_prefix(end);
    }
    return q;
}

std::string list_of(std::span<const std::string> words) {
    std::string list;
    for (const std::string &word : words) list += (list.empty() ? "" : ", ") + in_quotes(word);
    return list;
}

// Appends an answer as it is sent; false if the question does not accept it.
bool append_answer(std::vector<std::string> &out, const form_question &q, std::string_view answer) {
    if (q.what == lines) {
        std::vector<std::string> all;
        while (!answer.empty()) all.emplace_back(take_line(answer));
        out.push_back(std::to_string(all.size()));
        out.insert(out.end(), all.begin(), all.end());
        return true;
    }
    if (answer.find_first_of("\r\n") != std::string_view::npos) return false;
    if (q.what == select) {
        const bool yes = answer == "1" || answer == "yes" || answer == "y";
        if (!yes && answer != "0" && answer != "no" && answer != "n") return false;
        out.emplace_back(yes ? "1" : "0");
        return true;
    }
    if (q.what == choose && std::ranges::find(q.choices, answer) == q.choices.end()) return false;
    out.emplace_back(answer);
    return true;
}

std::string accepted(const form_question &q) {
    return q.what == choose ? list_of(q.choices) : q.what == select ? "yes or no" : "one line";
}

// The questions of the form, for a message.
std::string asked(std::span<const form_question> form) {
    std::string all;
    for (const form_question &q : form) {
        if (q.what == note) continue;
        all += (all.empty() ? "" : ", ") + in_quotes(q.text);
        if (q.what == choose || q.what == select) all += " (" + accepted(q) + ')';
    }
    return all;
}

std::expected<std::string, std::string> ask_for(const form_question &q) {
    std::string prompt = printable(q.text);
    if (q.what == choose || q.what == select) prompt += " (" + accepted(q) + ')';
    const std::optional<std::string> preset =
        q.choices.empty() || q.what == choose ? std::nullopt : std::optional{q.choices.front()};
    if (preset) prompt += " [" + printable(*preset) + ']';
    auto answer = ask_on_terminal(prompt + ": ", q.what == password ? echo::no : echo::yes);
    if (answer && answer->empty() && preset) return *preset;
    return answer;
}

std::expected<std::string, std::string> ask_for_lines(const form_question &q) {
    std::string all;
    std::string prompt = printable(q.text) + " (an empty line ends it): ";
    for (;;) {
        auto line = ask_on_terminal(std::exchange(prompt, {}), echo::yes);
        if (!line || line->empty()) return line ? std::expected<std::string, std::string>{all} : line;
        all += *line + '\n';
    }
}

} // namespace

std::expected<std::vector<form_question>, std::string> read_form(std::string_view reply) {
    // Gopher+: "+" or "-", and the length or -1 or -2; then the attributes, or a line about the error.
    const std::string_view status = take_line(reply);
    if (status.starts_with('-')) {
        return std::unexpected{"the server refused to give the form: " + std::string{take_line(reply)}};
    }
    if (!status.starts_with('+')) return std::unexpected{"the reply to !+ASK is not one of Gopher+"};
    std::vector<form_question> form;
    for (bool inside = false; !reply.empty();) {
        const std::string_view line = take_line(reply);
        if (line == ".") break;
        if (line.starts_with('+')) {
            inside = line.starts_with("+ASK");
        } else if (inside && !trimmed(line).empty()) {
            auto question = read_question(line);
            if (!question) return std::unexpected{std::move(question.error())};
            form.push_back(*std::move(question));
        }
    }
    if (form.empty()) return std::unexpected{"the item has no form"};
    return form;
}

std::expected<std::vector<std::string>, std::string> answer_form(std::span<const form_question> form,
                                                                 std::span<const std::string> given) {
    if (std::ranges::find(form, file, &form_question::what) != form.end()) {
        return std::unexpected{"the form asks for a file of this machine, which is not sent"};
    }
    const auto questions =
        static_cast<std::size_t>(std::ranges::count_if(form, [](const form_question &q) { return q.what != note; }));
    if (!given.empty() && given.size() != questions) {
        return std::unexpected{"the form asks " + std::to_string(questions) +
                               (questions == 1 ? " question" : " questions") + ", and --answer gives " +
                               std::to_string(given.size()) + (given.size() == 1 ? " answer: " : " answers: ") +
                               asked(form)};
    }
    std::vector<std::string> answers;
    for (std::size_t next = 0; const form_question &q : form) {
        if (q.what == note) continue;
        if (!given.empty()) {
            if (append_answer(answers, q, given[next++])) continue;
            return std::unexpected{in_quotes(q.text) + ": " + in_quotes(given[next - 1]) + " is not " + accepted(q)};
        }
        for (bool done = false; !done;) {
            auto entered = q.what == lines ? ask_for_lines(q) : ask_for(q);
            if (!entered) {
                return std::unexpected{"the form asks " + asked(form) + "; answer with --answer: " + entered.error()};
            }
            done = append_answer(answers, q, *entered);
        }
    }
    return answers;
}

} // namespace uniform::cli
