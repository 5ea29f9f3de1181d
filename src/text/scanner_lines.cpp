// The scanner with options.join_lines: a URI that continues on the lines below, which are indented further.
#include "text/scanner.hpp"

#include <algorithm>

namespace uniform::text {

namespace {

constexpr std::size_t joined_lines = 8;

// A URI of its own: "http://".
bool begins_with_scheme_and_slashes(std::string_view text) noexcept {
    const auto end = text.find("://");
    return end != std::string_view::npos && end > 0 &&
           std::ranges::all_of(text.substr(0, end), [](char c) { return is(c, scheme_byte); });
}

} // namespace

// Keeps the indentation of the line before `upto`.
void scanner::note_lines(std::size_t upto) {
    std::size_t i = lines_noted_ > base_ ? static_cast<std::size_t>(lines_noted_ - base_) : 0;
    if (i >= upto) return;
    const auto line_end = text_.substr(i, upto - i).find_last_of("\r\n");
    if (line_end != std::string_view::npos) {
        i += line_end + 1;
        indentation_ = 0;
        in_indentation_ = true;
    }
    for (; in_indentation_ && i < upto; ++i) {
        if (text_[i] == ' ') {
            ++indentation_;
        } else if (text_[i] == '\t') {
            indentation_ += 8 - indentation_ % 8;
        } else {
            in_indentation_ = false;
        }
    }
    lines_noted_ = base_ + upto;
}

// The lines below, as far as they contain only a part of a URI and are indented further. yes: the URI is in
// found_.text, and x.end is its end in the text.
answer scanner::join(std::size_t begin, std::size_t colon, const surroundings &around, extent &x) {
    struct piece {
        std::size_t in_text; // where it begins
        std::size_t in_uri;
    };
    note_lines(begin);
    const std::size_t limit = options_.max_length < text_.size() - begin ? begin + options_.max_length : text_.size();
    // The characters after the end of the text are unknown; those beyond the limit do not count.
    const auto stop = [&](std::size_t i) { return i == text_.size() && !last_; };
    std::vector<piece> pieces{{begin, 0}};
    std::string joined{text_.substr(begin, x.scanned - begin)};
    std::vector<std::uint32_t> hyphens;
    std::size_t end = x.scanned; // of the last piece
    while (pieces.size() < joined_lines) {
        std::size_t i = end;
        while (i < limit && (text_[i] == ' ' || text_[i] == '\t')) ++i;
        if (stop(i)) return answer::need_more;
        if (i >= limit || !is_line_end(text_[i])) break;
        if (text_[i] == '\r' && i + 1 < limit && text_[i + 1] == '\n') ++i;
        if (text_[i] == '\r' && stop(i + 1)) return answer::need_more;
        ++i;
        std::size_t indentation = 0;
        for (; i < limit && (text_[i] == ' ' || text_[i] == '\t'); ++i) {
            indentation += text_[i] == ' ' ? 1 : 8 - indentation % 8;
        }
        if (stop(i)) return answer::need_more;
        if (i >= limit || indentation <= indentation_) break;
        const std::size_t token = i;
        while (i < limit && is_of(text_[i], options_.edition)) ++i;
        if (stop(i)) return answer::need_more;
        const std::size_t token_end = i;
        while (i < limit && (text_[i] == ' ' || text_[i] == '\t')) ++i;
        if (stop(i)) return answer::need_more;
        const std::string_view piece_text = text_.substr(token, token_end - token);
        const bool ends_line = i == text_.size() || (i < limit && is_line_end(text_[i]));
        // Another URI below the first one is not part of it.
        if (piece_text.empty() || !ends_line || begins_with_scheme_and_slashes(piece_text)) break;
        if (joined.ends_with('-')) hyphens.push_back(static_cast<std::uint32_t>(joined.size() - 1));
        pieces.push_back({token, joined.size()});
        joined += piece_text;
        end = token_end;
    }
    if (pieces.size() == 1) return answer::no;
    const std::size_t in_uri = colon - begin;
    const extent whole = extent_of(joined, 0, in_uri, around, options_.max_length, options_.edition, true);
    // Not longer than the first line: what is below is not part of it.
    if (whole.too_long || whole.end <= pieces[1].in_uri) return answer::no;
    joined.resize(whole.end);
    if (fault_of(joined, options_.edition)) return answer::no;
    const auto last =
        std::ranges::find_if(pieces.rbegin(), pieces.rend(), [&](const piece &p) { return p.in_uri < whole.end; });
    x.end = last->in_text + (whole.end - last->in_uri);
    x.scanned = std::max(x.scanned, x.end);
    x.cut_host = false;
    std::erase_if(hyphens, [&](std::uint32_t h) { return h >= whole.end - 1; });
    found_.text = std::move(joined);
    found_.doubtful_hyphens = std::move(hyphens);
    found_.cleaned = true;
    return answer::yes;
}

} // namespace uniform::text
