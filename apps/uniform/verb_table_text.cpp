// The verbs that find identifiers in text.

#include "verb_table.hpp"

namespace uniform::command {

namespace {

using enum opt;

constexpr opt find_options_list[]{
    html_input,       text_input,   null,        opt::edition,  max_length, base_of_document,
    content_location, retrieved,    abbreviated, which_schemes, join_lines, default_scheme,
    resolve_found,    unique_found, json,        quiet,         color,      no_progress};
constexpr example find_examples[]{
    {"The URIs of a text, each once", "uniform find --unique notes.txt"},
    {"Where they stand, for programs", "uniform find --json notes.txt"},
    {"The links of a page, resolved against its address",
     "uniform find --resolve --retrieved https://example.org/a/ page.html"},
    {"What only looks like one, completed", "uniform find --abbreviated --resolve < mail.txt"},
    {"Is there any?", "uniform find -q notes.txt && echo yes"},
};

constexpr opt complete_options_list[]{file,  null,     max_length, default_scheme, json,
                                      color, on_error, threads,    no_progress};
constexpr example complete_examples[]{
    {"What a poster says", "uniform complete www.example.org/x"},
    {"By which rule", "uniform complete --json ftp.example.org/pub 'someone@example.org'"},
    {"Web addresses by https", "uniform complete --default-scheme https www.example.org"},
};

constexpr verb_spec verbs[]{
    {"find", "find the URIs in texts and in HTML", "[FILE...]",
     "Prints the URIs of each FILE, or of standard input (\"-\"), one a line, in the order of the text, by the "
     "recommendations of RFC 3986 appendix C: in angle brackets, where white space and line breaks are taken out; "
     "behind \"URL:\"; in quotes; or with white space around. Punctuation at the end is left out, and closing brackets "
     "without an opening one. Texts of any size are read in pieces.\n\n"
     "In angle brackets and behind \"URL:\" any scheme counts; elsewhere --schemes decides. Where a line break follows "
     "a "
     "hyphen in brackets, the hyphen is kept, and the other reading is noted on standard error.\n\n"
     "A FILE that begins like HTML, or whose name ends in .html, .htm, .xhtml or .xht, is read as such: every "
     "reference "
     "of the document is printed, and with --resolve its target. Of a mail message with parts, or whose body is "
     "encoded, "
     "the HTML is read so and other parts of text as texts. A mailbox is a text.\n\n"
     "Here --max-length does not bound records, since a text has none: a URI that is longer, white space inside "
     "included, is left out (default: 16M). -0 ends each result with NUL and says nothing about the input. On a "
     "terminal, guesses are yellow.\n\n"
     "With --json: the file, text (as it stands), found (without white space), begin and end (byte offsets), line and "
     "column (from 1, in bytes; a line ends with LF or CR LF), how (angle, url-prefix, quotes, bare, abbreviated), "
     "cleaned, guess, and target; of a message the part, and whether it was encoded: then offsets and lines are those "
     "of "
     "the decoded part.\n\n"
     "The exit code is 0 when something was found and 1 when nothing was, or when a reference of HTML was not valid.",
     find_options_list, find_examples, ""},
    {"complete", "complete abbreviated references", "[TEXT...]",
     "Prints the URI that each abbreviated reference probably stands for: www.w3.org/Addressing/, a host name alone, a "
     "mail address. Delimiters and white space are taken away first. These are guesses (2003 draft, appendix F): "
     "\"ftp.\" "
     "and \"gopher.\" at the beginning and the ports 21, 70, 80, 119 and 443 mean their schemes, everything else the "
     "scheme "
     "of --default-scheme. What is a URI already stays, unless its scheme needs a host and it has none: http:/HOST and "
     "http//HOST become "
     "http://HOST. Commas and the like at the end are left out; numbers and ports above 65535 are refused.\n\n"
     "With --json: the uri, the rule that was used, whether it is a guess, and what was cleaned away.",
     complete_options_list, complete_examples, ""},
};

} // namespace

std::span<const verb_spec> text_verb_table() noexcept { return verbs; }

} // namespace uniform::command
