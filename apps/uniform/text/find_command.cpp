// uniform find: prints the URIs in files.
//
// A text is read in pieces and never held as a whole; an HTML document is, because its base may be anywhere.

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>

#include <fcntl.h>
#include <unistd.h>

#include <uniform/text/find.hpp>

#include "print/exit.hpp"
#include "print/hidden_password.hpp"
#include "print/json.hpp"
#include "print/standard_output.hpp"
#include "print/terminal.hpp"
#include "print/words.hpp"
#include "run/decoded_input.hpp"
#include "run/progress.hpp"
#include "run/typed_arguments.hpp"
#include "text/commands.hpp"
#include "text/find_html.hpp"
#include "text/options.hpp"
#include "uri/distinct.hpp"
#include "uri/text_hash.hpp"
#include "uri/whatwg_options.hpp"

namespace uniform::cli {

namespace {

constexpr std::size_t piece_size = std::size_t{256} << 10;
constexpr std::size_t largest_document = (std::size_t{1} << 28) + 1; // one byte more than is allowed

// The offsets of the beginnings of lines, as far as they are still needed.
class line_map {
public:
    void add(std::string_view piece) {
        for (const char *p = piece.data(), *const end = p + piece.size(); p != end;) {
            const auto *const at = static_cast<const char *>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
            if (at == nullptr) break;
            p = at + 1;
            begins_.push_back(size_ + static_cast<std::uint64_t>(p - piece.data()));
        }
        size_ += piece.size();
    }
    // Goes to the line of that offset; offsets do not decrease.
    void go_to(std::uint64_t offset) {
        while (next_ != begins_.size() && begins_[next_] <= offset) {
            begin_ = begins_[next_++];
            ++line_;
        }
    }
    // Drops the lines before the current one.
    void drop() {
        begins_.erase(begins_.begin(), begins_.begin() + static_cast<std::ptrdiff_t>(next_));
        next_ = 0;
    }
    [[nodiscard]] std::uint64_t line() const noexcept { return line_; }
    [[nodiscard]] std::uint64_t column(std::uint64_t offset) const noexcept { return offset - begin_ + 1; }

private:
    std::vector<std::uint64_t> begins_;
    std::size_t next_ = 0;
    std::uint64_t size_ = 0;
    std::uint64_t line_ = 1;
    std::uint64_t begin_ = 0;
};

class descriptor {
public:
    explicit descriptor(int n) noexcept : n_{n} {}
    descriptor(const descriptor &) = delete;
    descriptor &operator=(const descriptor &) = delete;
    ~descriptor() {
        if (n_ > STDIN_FILENO) ::close(n_);
    }
    [[nodiscard]] int get() const noexcept { return n_; }

private:
    int n_;
};

class find_run {
public:
    explicit find_run(const find_uris_options &o)
        : options_{o},
          finder_{how(o)},
          seen_{false},
          progress_{o.progress},
          buffer_{std::make_unique_for_overwrite<char[]>(piece_size)},
          colour_{use_colour(o.colour, STDOUT_FILENO)} {}

    int run() {
        const std::vector<std::string> standard_input{"-"};
        for (const std::string &name : options_.arguments.empty() ? standard_input : options_.arguments) {
            file(name);
            if (is_over()) break;
        }
        write_out();
        progress_.clear();
        if (const int failure = out_.failure(); failure != 0 && failure != EPIPE) {
            cli::complain(progress_, err_, file_error(standard_output, failure));
            io_failed_ = true;
        }
        if (io_failed_) return exit_io;
        return found_ && !bad_ ? exit_good : exit_bad_input;
    }

private:
    static find_options how(const find_uris_options &o) {
        find_options f;
        f.edition = o.syntax();
        f.schemes = o.schemes;
        f.abbreviated = o.abbreviated;
        f.completion.default_scheme = o.default_scheme;
        f.join_lines = o.join_lines;
        f.max_length = o.max_length;
        return f;
    }

    [[nodiscard]] bool is_over() const { return out_.failure() != 0 || (options_.quiet && found_); }

    void file(const std::string &name) {
        name_ = name == "-" ? std::string_view{"<stdin>"} : std::string_view{name};
        const descriptor in{name == "-" ? STDIN_FILENO : ::open(name.c_str(), O_RDONLY | O_CLOEXEC)};
        if (in.get() < 0) {
            failed(errno);
            return;
        }
        input_.open(in.get(), true);
        std::string as_written; // of UTF-16
        if (!options_.plain_text) input_.keep(&as_written);
        bool ended = false;
        // --html and names matter if the beginning does not show the kind. Otherwise no more is read than is needed to
        // find out.
        const bool as_html = options_.html || (!options_.plain_text && is_name_of_html(name));
        std::optional<document_kind> kind;
        if (options_.plain_text) kind = document_kind::text;
        std::size_t size = 0;
        do {
            size += read(buffer_.get() + size, piece_size - size, ended);
            if (!options_.plain_text) kind = kind_of({buffer_.get(), size}, ended);
        } while (!ended && (as_html ? size < enough_to_know : !kind));
        std::string_view piece{buffer_.get(), size};
        // A message is one also with --html.
        if (as_html) kind = html::looks_like_message(piece) ? document_kind::message : document_kind::html;
        if (kind && *kind != document_kind::text) {
            document(std::string{piece}, as_written, *kind, ended);
            return;
        }
        input_.keep(nullptr);
        line_map lines;
        for (;;) {
            if (options_.json || !options_.quiet) lines.add(piece);
            finder_.feed(piece, [&](const found &f) { one(f, {lines}); });
            lines.go_to(finder_.settled());
            lines.drop();
            bytes_ += piece.size();
            if (write_out(); ended || is_over()) break;
            piece = {buffer_.get(), read(buffer_.get(), piece_size, ended)};
        }
        finder_.finish([&](const found &f) { one(f, {lines}); });
        write_out();
    }

    void document(std::string text, std::string &as_written, document_kind kind, bool ended) {
        while (!ended && text.size() < largest_document) {
            text.append(buffer_.get(), read(buffer_.get(), piece_size, ended));
        }
        // Positions are those of the file. UTF-32 is no encoding of HTML.
        if (kind == document_kind::html && input_.is_utf16()) text = std::move(as_written);
        const html_sink sink{
            .out = text_,
            .grown =
                [this] {
                    ++inputs_;
                    if (text_.size() >= piece_size) write_out();
                },
            .is_new =
                [this](std::string_view printed) {
                    found_ = true;
                    return !options_.quiet && (!options_.unique || is_first(printed));
                },
            .complain =
                [this](std::string_view message) {
                    if (options_.quiet || options_.json) return;
                    if (is_terminal(STDOUT_FILENO)) write_out();
                    progress_.clear();
                    err_.write(message);
                    err_.write("\n");
                },
            .charset = input_.is_utf32() ? "utf-8" : "",
            .text = [this](const html::message_part &part, std::string_view body) { text_part(part, body); },
        };
        if (!html_report(options_, name_, text, kind, sink)) bad_ = true;
        err_.flush();
        bytes_ += text.size();
        write_out();
    }

    // A part of a message that is text, but not HTML.
    void text_part(const html::message_part &part, std::string_view body) {
        line_map lines;
        lines.add(body);
        finder_.find(body, [&](const found &f) { one(f, {lines, &part}); });
    }

    std::size_t read(char *to, std::size_t room, bool &ended) {
        for (;;) {
            const ssize_t n = input_.read(to, room);
            if (const std::string fault = input_.take_fault(); !fault.empty() && !options_.quiet) {
                cli::complain(progress_, err_, std::string{name_} + ": " + fault);
            }
            if (n > 0) return static_cast<std::size_t>(n);
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) failed(errno);
            ended = true;
            return 0;
        }
    }

    void failed(int why) {
        write_out();
        cli::complain(progress_, err_, file_error(name_, why));
        io_failed_ = true;
    }

    bool is_first(std::string_view text) { return seen_.add(hash_(text), text, text); }

    // The place of the text in which something was found.
    struct place {
        line_map &lines;
        const html::message_part *part = nullptr; // of a message

        [[nodiscard]] bool moved() const { return part != nullptr && !part->encoded; }
        [[nodiscard]] std::uint64_t offset() const { return moved() ? part->begin : 0; }
        [[nodiscard]] std::uint64_t line() const { return lines.line() + (moved() ? part->line - 1 : 0); }
    };

    void one(const found &f, const place &at) {
        found_ = true;
        ++inputs_;
        if (options_.quiet) return;
        const std::string &printed = options_.resolve ? f.uri() : f.text;
        if (options_.unique && !is_first(printed)) return;
        at.lines.go_to(f.begin);
        if (options_.json) {
            write_json(f, at);
        } else {
            if (colour_ && f.guess) text_ += ansi::yellow;
            text_ += printed;
            if (colour_ && f.guess) text_ += ansi::plain;
            text_ += options_.terminator();
            if (!f.doubtful_hyphens.empty()) note_hyphens(f, at);
            if (!f.cut_before.empty()) note_cut(f, at);
        }
        if (text_.size() >= piece_size) write_out();
    }

    void write_json(const found &f, const place &at) {
        json_object object{text_};
        object.text("file", name_);
        if (at.part != nullptr) object.text("part", at.part->number).boolean("encoded", at.part->encoded);
        object.text("text", f.as_written).text("found", f.text);
        object.number("begin", at.offset() + f.begin).number("end", at.offset() + f.end);
        object.number("line", at.line()).number("column", at.lines.column(f.begin));
        object.text("how", to_string(f.how)).boolean("cleaned", f.cleaned).boolean("guess", f.guess);
        if (f.guess) object.text("rule", to_string(f.rule));
        if (!f.doubtful_hyphens.empty()) object.text("without_hyphens", f.without_hyphens());
        if (!f.cut_before.empty()) object.text("cut_before", f.cut_before);
        object.text("target", f.uri()).end();
        text_ += options_.terminator();
    }

    // The URI that was meant may be another one.
    void note_cut(const found &f, const place &at) {
        note(f, at,
             "the URI ends before " + in_quotes(f.cut_before) +
                 (f.cut_before == ")" ? ", for which there is no \"(\": " : ", which is not allowed there: ") +
                 printable(without_password_text{f.text}.text()));
    }

    // RFC 3986 appendix C: "should be aware that the hyphen may or may not actually be part of the URI".
    void note_hyphens(const found &f, const place &at) {
        note(f, at,
             "a hyphen at a line end may not belong to the URI; without it: " +
                 printable(without_password_text{f.without_hyphens()}.text()));
    }

    void note(const found &f, const place &at, const std::string &says) {
        write_out();
        progress_.clear();
        const std::string part = at.part != nullptr && at.part->encoded ? " part " + at.part->number : "";
        err_.write_now(printable(name_) + part + ':' + std::to_string(at.line()) + ':' +
                       std::to_string(at.lines.column(f.begin)) + ": note: " + says + '\n');
    }

    void write_out() {
        out_.write(text_);
        out_.flush();
        text_.clear();
        progress_.update(inputs_, bytes_);
    }

    const find_uris_options &options_;
    uri_finder finder_;
    distinct seen_;
    text_hash hash_;
    progress progress_;
    std::unique_ptr<char[]> buffer_;
    decoded_input input_;
    bool colour_;
    std::string_view name_;
    std::string text_; // output to come
    writer out_{STDOUT_FILENO, colour_ ? own_colours::yes : own_colours::no};
    writer err_{STDERR_FILENO};
    std::uint64_t inputs_ = 0;
    std::uint64_t bytes_ = 0;
    bool found_ = false;
    bool bad_ = false;
    bool io_failed_ = false;
};

// --typed is for the URIs of options: in the texts, delimiters are always looked for.
int run_find(find_uris_options o) {
    if (o.typed) {
        if (o.base) clean_argument(*o.base);
        for (auto *const uris : {&o.content_locations, &o.retrieved}) {
            for (std::string &uri : *uris) clean_argument(uri);
        }
    }
    if (o.html && o.plain_text) return usage_error(o, exclusive("--html", "--text"));
    if (is_edition_of_1994(o.edition)) { // draft-ietf-uri-url-06 and RFC 1738, APPENDIX: "plain, non-marked-up text"
        if (const auto code =
                refuse_with(o, to_string(o.edition),
                            {{o.html, "--html"}, {o.iris, "--as iri"}, {o.abbreviated, "--abbreviated"}})) {
            return *code;
        }
        o.plain_text = true;
    }
    if (o.quiet) o.json = false;
    return find_run{o}.run();
}

constexpr example find_examples[]{
    {"The URIs of a text, each once", "uniform find --unique notes.txt"},
    {"With their places, for programs", "uniform find --json notes.txt"},
    {"The links of a page, resolved against its URL",
     "uniform find --resolve --retrieved https://example.org/a/ page.html"},
    {"Also abbreviated ones, completed", "uniform find --abbreviated --resolve < mail.txt"},
    {"Is there any?", "uniform find -q notes.txt && echo yes"},
};

} // namespace

const command find_uris_command = command_of<run_find>(
    {"find", "find the URIs in texts and in HTML", "[FILE...]",
     "Prints the URIs of each FILE, or of standard input (\"-\"), one a line, in the order of the text, by the "
     "recommendations of RFC 3986 appendix C: in angle brackets, inside which white space and line breaks are removed; "
     "after \"URL:\"; in quotes; or with white space around. Punctuation at the end is left out, and closing brackets "
     "without an opening one. Texts of any size are read in pieces.\n\n"
     "In angle brackets and after \"URL:\" any scheme is accepted; in other places --schemes decides. If a line break "
     "follows a hyphen in brackets, the hyphen is kept, and the other reading is noted on standard error.\n\n"
     "A URI that is directly followed by a character that no URI may have there is noted on standard error as well, "
     "because the one that was meant may be longer: a letter or punctuation beyond US-ASCII, a control character, a "
     "byte that is not UTF-8, \"{\", a \"%\" that encodes nothing, a second \"#\", a space between quotation marks and "
     "so on; by url-06 and rfc1738 also what these leave out of URLs and RFC 3986 does not, such as \"~\" by rfc1738, "
     "but not a fragment identifier. What delimits the URI is not noted: white space; a quotation mark, a back quote, "
     "\"|\", \">\" or a "
     "closing "
     "bracket whose partner stands before the URI, at most 512 bytes before it; the \"<\" of an end tag, or after a "
     "\">\" directly before the URI; in quotation marks, the \"\\\" of an escape. An IRI also ends before the "
     "punctuation of other scripts, which is noted only for an ideographic full stop inside of a host, and for format "
     "characters inside.\n\n"
     "A FILE that begins like HTML, or whose name ends in .html, .htm, .xhtml or .xht, is read as HTML: every "
     "reference of the document is printed, and with --resolve its target; it is decoded from the encoding of its byte "
     "order mark or the one that it declares, else from UTF-8. Of a mail message with several parts, or "
     "with an encoded body, the HTML parts are read as HTML and other text parts as texts. A mailbox is a text.\n\n"
     "-0 ends each result with NUL; it does not concern the input. On a terminal, guesses are yellow.\n\n"
     "With --json: the file, text (as written), found (without white space), begin and end (byte offsets), line and "
     "column (from 1, in bytes; a line ends with LF or CR LF), how (angle, url-prefix, quotes, bare, abbreviated), "
     "cleaned, guess, cut_before (the character that is noted), and target; for a message also "
     "the part, and whether it was encoded: then offsets and lines are "
     "those of the decoded part.\n\n"
     "The exit code is 0 if a URI was found, and 1 if none was, or if a reference in HTML was not valid.",
     find_examples});

} // namespace uniform::cli
