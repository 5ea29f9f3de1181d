// uniform find: the URIs of files.
//
// A text is read in pieces and never held as a whole; a document of HTML is, because its base may stand anywhere.

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>

#include <fcntl.h>
#include <unistd.h>

#include <uniform/text/find.hpp>

#include "distinct.hpp"
#include "find_html.hpp"
#include "json.hpp"
#include "progress.hpp"
#include "terminal.hpp"
#include "text_hash.hpp"
#include "verbs.hpp"
#include "words.hpp"
#include "writer.hpp"

namespace uniform::command {

namespace {

constexpr std::size_t piece_size = std::size_t{256} << 10;
constexpr std::size_t largest_document = (std::size_t{1} << 28) + 1; // one byte more than is allowed

// Where lines begin, as far as somebody may still ask.
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
    // Goes to the line of that offset; offsets do not fall.
    void go_to(std::uint64_t offset) {
        while (next_ != begins_.size() && begins_[next_] <= offset) {
            begin_ = begins_[next_++];
            ++line_;
        }
    }
    // Forgets what lies behind.
    void forget() {
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
    explicit find_run(const options &o)
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
            complain(std::string{"standard output: "} + std::strerror(failure));
            io_failed_ = true;
        }
        if (io_failed_) return exit_io;
        return found_ && !bad_ ? exit_good : exit_bad_input;
    }

private:
    static find_options how(const options &o) {
        find_options f;
        f.edition = o.parse.edition;
        f.schemes = static_cast<found_schemes>(o.schemes_found);
        f.abbreviated = o.abbreviated;
        f.completion.default_scheme = o.default_scheme;
        f.join_lines = o.join_lines;
        f.max_length = o.parse.max_length;
        return f;
    }

    [[nodiscard]] bool is_over() const { return out_.failure() != 0 || (options_.quiet && found_); }

    void complain(std::string_view what) {
        progress_.clear();
        err_.write_now("uniform: " + printable(what) + '\n');
    }

    void file(const std::string &name) {
        name_ = name == "-" ? std::string_view{"<stdin>"} : std::string_view{name};
        const descriptor in{name == "-" ? STDIN_FILENO : ::open(name.c_str(), O_RDONLY | O_CLOEXEC)};
        if (in.get() < 0) {
            failed(errno);
            return;
        }
        bool ended = false;
        // --html and names are for what the beginning does not show. Other texts are not waited for once their kind is
        // known.
        const bool as_html = options_.html || (!options_.plain_text && is_name_of_html(name));
        std::optional<document_kind> kind;
        if (options_.plain_text) kind = document_kind::text;
        std::size_t size = 0;
        do {
            size += read(in, buffer_.get() + size, piece_size - size, ended);
            if (!options_.plain_text) kind = kind_of({buffer_.get(), size}, ended);
        } while (!ended && (as_html ? size < enough_to_know : !kind));
        std::string_view piece{buffer_.get(), size};
        // A message is one whatever is said of it.
        if (as_html) kind = html::looks_like_message(piece) ? document_kind::message : document_kind::html;
        if (kind && *kind != document_kind::text) {
            document(in, std::string{piece}, *kind, ended);
            return;
        }
        line_map lines;
        for (;;) {
            if (options_.json || !options_.quiet) lines.add(piece);
            finder_.feed(piece, [&](const found &f) { one(f, {lines}); });
            lines.go_to(finder_.settled());
            lines.forget();
            bytes_ += piece.size();
            if (write_out(); ended || is_over()) break;
            piece = {buffer_.get(), read(in, buffer_.get(), piece_size, ended)};
        }
        finder_.finish([&](const found &f) { one(f, {lines}); });
        write_out();
    }

    void document(const descriptor &in, std::string text, document_kind kind, bool ended) {
        while (!ended && text.size() < largest_document) {
            text.append(buffer_.get(), read(in, buffer_.get(), piece_size, ended));
        }
        const html_sink sink{
            .out = text_,
            .grown =
                [this] {
                    ++records_;
                    if (text_.size() >= piece_size) write_out();
                },
            .is_new =
                [this](std::string_view printed) {
                    found_ = true;
                    return !options_.quiet && (!options_.unique_found || is_first(printed));
                },
            .complain =
                [this](std::string_view message) {
                    if (options_.quiet || options_.json) return;
                    if (is_terminal(STDOUT_FILENO)) write_out();
                    progress_.clear();
                    err_.write(message);
                    err_.write("\n");
                },
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

    std::size_t read(const descriptor &in, char *to, std::size_t room, bool &ended) {
        for (;;) {
            const ssize_t n = ::read(in.get(), to, room);
            if (n > 0) return static_cast<std::size_t>(n);
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) failed(errno);
            ended = true;
            return 0;
        }
    }

    void failed(int why) {
        write_out();
        complain(std::string{name_} + ": " + std::strerror(why));
        io_failed_ = true;
    }

    bool is_first(std::string_view text) { return seen_.add(hash_(text), text, text); }

    // Where the text stands in which something was found.
    struct place {
        line_map &lines;
        const html::message_part *part = nullptr; // of a message

        [[nodiscard]] bool moved() const { return part != nullptr && !part->encoded; }
        [[nodiscard]] std::uint64_t offset() const { return moved() ? part->begin : 0; }
        [[nodiscard]] std::uint64_t line() const { return lines.line() + (moved() ? part->line - 1 : 0); }
    };

    void one(const found &f, const place &at) {
        found_ = true;
        ++records_;
        if (options_.quiet) return;
        const std::string &printed = options_.resolve_found ? f.uri() : f.text;
        if (options_.unique_found && !is_first(printed)) return;
        at.lines.go_to(f.begin);
        if (options_.json) {
            write_json(f, at);
        } else {
            if (colour_ && f.guess) text_ += ansi::yellow;
            text_ += printed;
            if (colour_ && f.guess) text_ += ansi::plain;
            text_ += options_.terminator();
            if (!f.doubtful_hyphens.empty()) note_hyphens(f, at);
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
        object.text("target", f.uri()).end_line();
    }

    // RFC 3986 appendix C: "should be aware that the hyphen may or may not actually be part of the URI".
    void note_hyphens(const found &f, const place &at) {
        write_out();
        progress_.clear();
        const std::string part = at.part != nullptr && at.part->encoded ? " part " + at.part->number : "";
        err_.write_now(
            printable(name_) + part + ':' + std::to_string(at.line()) + ':' + std::to_string(at.lines.column(f.begin)) +
            ": note: a hyphen at a line end may not belong to the URI; without it: " + f.without_hyphens() + '\n');
    }

    void write_out() {
        out_.write(text_);
        out_.flush();
        text_.clear();
        progress_.update(records_, bytes_);
    }

    const options &options_;
    uri_finder finder_;
    distinct seen_;
    text_hash hash_;
    progress progress_;
    std::unique_ptr<char[]> buffer_;
    bool colour_;
    std::string_view name_;
    std::string text_; // output to come
    writer out_{STDOUT_FILENO};
    writer err_{STDERR_FILENO};
    std::uint64_t records_ = 0;
    std::uint64_t bytes_ = 0;
    bool found_ = false;
    bool bad_ = false;
    bool io_failed_ = false;
};

} // namespace

int find_in_text_verb(const options &o) {
    if (o.html && o.plain_text) return fail(exit_usage, "--html and --text: the input is one of them");
    return find_run{o}.run();
}

} // namespace uniform::command
