#include "http/metadata/citation_styles.hpp"
#include "base/text.hpp"

#include <string>
#include <vector>

namespace uniform::http {

namespace {

using names = std::vector<std::string_view>;

// The octets of the first character.
std::string_view first_character(std::string_view text) noexcept {
    std::size_t end = text.empty() ? 0 : 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) ++end;
    return text.substr(0, end);
}

// "Ida Maria" -> "I. M.", "Jean-Luc" -> "J.-L."
std::string initials(std::string_view given) {
    std::string out;
    bool is_begin = true;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const char c = given[i];
        if (c == ' ' || c == '-') {
            is_begin = true;
            if (c == '-' && !out.empty()) out += '-';
            continue;
        }
        if (!is_begin || c == '.') continue;
        is_begin = false;
        if (!out.empty() && !out.ends_with('-')) out += ' ';
        out.append(first_character(given.substr(i))) += '.';
    }
    return out;
}

enum class order : std::uint8_t { family_first, given_first };

std::string written(std::string_view name, order o, citation_style s) {
    const agent_name parts = parts_of(name);
    if (parts.family.empty()) return std::string{name};
    std::string family{parts.family};
    const std::string given = s == citation_style::apa ? initials(parts.given) : std::string{parts.given};
    if (given.empty()) return family;
    return o == order::family_first ? family + ", " + given : given + " " + family;
}

// The authors as the style lists them.
std::string authors_of(const names &list, citation_style s) {
    if (list.empty()) return {};
    std::string out = written(list.front(), order::family_first, s);
    if (list.size() == 1) return out;
    switch (s) {
    case citation_style::apa: { // up to 20, then 19, an ellipsis and the last one
        constexpr std::size_t most = 20;
        const std::size_t shown = list.size() <= most ? list.size() - 1 : most - 1;
        for (std::size_t i = 1; i < shown; ++i) out += ", " + written(list[i], order::family_first, s);
        return out + (list.size() <= most ? ", & " : ", . . . ") + written(list.back(), order::family_first, s);
    }
    case citation_style::chicago: { // up to 10, then 7 and "et al."
        constexpr std::size_t most = 10;
        const bool is_cut = list.size() > most;
        const std::size_t shown = is_cut ? 7 : list.size() - 1;
        for (std::size_t i = 1; i < shown; ++i) out += ", " + written(list[i], order::given_first, s);
        return out + (is_cut ? ", et al." : ", and " + written(list.back(), order::given_first, s));
    }
    case citation_style::mla:
        if (list.size() > 2) return out + ", et al.";
        return out + ", and " + written(list.back(), order::given_first, s);
    case citation_style::iso_690:
        for (std::size_t i = 1; i + 1 < list.size(); ++i) out += ", " + written(list[i], order::given_first, s);
        return out + " and " + written(list.back(), order::given_first, s);
    }
    return out;
}

// Sentences that end with a full stop; a text that ends one has its own.
class sentences {
public:
    void add(std::string_view text, char end = '.') {
        if (text.empty()) return;
        if (!out_.empty()) out_ += ' ';
        out_ += text;
        if (!std::string_view{".?!"}.contains(out_.back())) out_ += end;
    }
    // An address, after which no full stop stands.
    void add_address(std::string_view text) {
        if (text.empty()) return;
        if (!out_.empty()) out_ += ' ';
        out_ += text;
    }
    [[nodiscard]] std::string take() const { return on_one_line(out_) + "\n"; }

private:
    std::string out_;
};

} // namespace

std::string cited(const name_description &d, citation_style s) {
    const names creators = d.texts("creator");
    const std::string authors = authors_of(creators, s);
    const std::string title = base::joined(d.texts("title"), ": ");
    const names publishers = d.texts("publisher");
    // A body that publishes its own work is named once.
    const std::string publisher = creators == publishers ? std::string{} : base::joined(publishers, ", ");
    const auto date = d.date();
    const std::string year = date ? std::string{date->year} : std::string{};
    const std::string_view address = d.url().empty() ? std::string_view{d.urn()} : std::string_view{d.url()};

    sentences out;
    switch (s) {
    case citation_style::apa: {
        const std::string when = "(" + (year.empty() ? "n.d." : year) + ")";
        if (authors.empty())
            out.add(title);
        else
            out.add(authors);
        out.add(when);
        if (!authors.empty()) out.add(title);
        out.add(publisher);
        out.add_address(address);
        break;
    }
    case citation_style::chicago:
        if (authors.empty())
            out.add(title);
        else
            out.add(authors);
        out.add(year.empty() ? "n.d." : year);
        if (!authors.empty()) out.add(title);
        out.add(publisher);
        out.add(address);
        break;
    case citation_style::mla: {
        out.add(authors);
        out.add(title);
        std::string container = publisher;
        if (!year.empty()) container += (container.empty() ? "" : ", ") + year;
        if (!container.empty()) container += ", ";
        out.add(container + std::string{address});
        break;
    }
    case citation_style::iso_690: {
        out.add(authors);
        out.add(title);
        std::string made = publisher;
        if (!year.empty()) made += (made.empty() ? "" : ", ") + year;
        out.add(made);
        if (!d.url().empty()) out.add_address("Available from: " + d.url() + ".");
        out.add_address(d.urn());
        break;
    }
    }
    return out.take();
}

} // namespace uniform::http
