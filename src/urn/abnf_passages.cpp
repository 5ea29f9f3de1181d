// Finds ABNF in the text of a document: lines with a rule, and the lines that continue it.
#include <algorithm>
#include <string_view>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/urn/abnf.hpp>

namespace uniform {

namespace {

struct abnf_line {
    std::size_t begin = 0;
    std::size_t end = 0; // without the line end
    std::size_t indent = 0;
    bool empty = false;
    bool comment = false;
    bool rule = false; // rulename *WSP "="
};

abnf_line read_line(std::string_view text, std::size_t begin) {
    abnf_line l{.begin = begin, .end = std::min(text.find('\n', begin), text.size())};
    const std::string_view line = text.substr(begin, l.end - begin);
    l.indent = std::min(line.find_first_not_of(" \t"), line.size());
    std::string_view rest = line.substr(l.indent);
    if (rest.ends_with('\r')) rest.remove_suffix(1);
    l.empty = rest.empty();
    l.comment = rest.starts_with(';');
    std::size_t n = 0;
    if (!rest.empty() && ascii::is_alpha(rest[0])) {
        while (n < rest.size() && (ascii::is_alnum(rest[n]) || rest[n] == '-')) ++n;
        while (n < rest.size() && (rest[n] == ' ' || rest[n] == '\t')) ++n;
        l.rule = n < rest.size() && rest[n] == '=' && !rest.substr(n + 1).starts_with('=');
    }
    return l;
}

} // namespace

std::vector<abnf_passage> find_abnf(std::string_view text) {
    std::vector<abnf_passage> all;
    std::size_t begin = std::string_view::npos; // of the passage that is read
    std::size_t end = 0;
    std::size_t indent = 0;
    const auto close = [&] {
        if (begin != std::string_view::npos) all.push_back({begin, text.substr(begin, end - begin)});
        begin = std::string_view::npos;
    };
    for (std::size_t at = 0; at < text.size();) {
        const abnf_line l = read_line(text, at);
        at = std::min(l.end + 1, text.size());
        if (begin != std::string_view::npos) {
            if (l.empty) continue;
            if ((l.rule && l.indent == indent) || l.indent > indent || (l.comment && l.indent >= indent)) {
                end = at;
                continue;
            }
            close();
        }
        if (!l.rule) continue;
        begin = l.begin;
        indent = l.indent;
        end = at;
    }
    close();
    return all;
}

} // namespace uniform
