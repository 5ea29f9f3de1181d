#include "print/standard_output.hpp"

#include <cerrno>
#include <iostream>
#include <streambuf>

#include <poll.h>
#include <unistd.h>

#include "print/terminal.hpp"

namespace uniform::cli {

namespace {

constexpr std::size_t capacity = std::size_t{1} << 16;

text_form form_of_output = text_form::text;

text_form form_of(int descriptor) noexcept { return descriptor == STDOUT_FILENO ? form_of_output : text_form::text; }

// std::cout of the commands on a service: flushed by them.
class output_buffer final : public std::streambuf {
protected:
    int_type overflow(int_type c) override {
        if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
        const char one = traits_type::to_char_type(c);
        return xsputn(&one, 1) == 1 ? c : traits_type::eof();
    }
    std::streamsize xsputn(const char *text, std::streamsize size) override {
        out_.write({text, static_cast<std::size_t>(size)});
        return out_.failure() == 0 ? size : 0;
    }
    int sync() override {
        out_.flush();
        if (out_.failure() == 0) return 0;
        errno = out_.failure();
        return -1;
    }

private:
    writer out_{STDOUT_FILENO};
};

} // namespace

void output_is_json() noexcept { form_of_output = text_form::json; }

void redirect_cout() {
    // Never destroyed: std::cout is flushed after everything else.
    static auto *const buffer = new output_buffer;
    std::cout.rdbuf(buffer);
}

writer::writer(int descriptor, own_colours colours) : descriptor_{descriptor} {
    const bool messages = descriptor == STDERR_FILENO;
    if (messages || is_terminal(descriptor)) escape_.emplace(messages || colours == own_colours::yes);
}

writer::~writer() {
    if (!escape_) return;
    flush();
    escaped_.clear();
    escape_->finish(escaped_, form_of(descriptor_));
    write_bytes(escaped_);
}

void writer::write(std::string_view text) {
    if (buffer_.size() + text.size() > capacity) {
        flush();
        if (text.size() >= capacity) {
            write_through(text);
            return;
        }
    }
    buffer_ += text;
}

void writer::flush() {
    write_through(buffer_);
    buffer_.clear();
}

void writer::write_through(std::string_view text) {
    if (!escape_) return write_bytes(text);
    escaped_.clear();
    escape_->append(escaped_, text, form_of(descriptor_));
    write_bytes(escaped_);
}

void writer::write_bytes(std::string_view text) {
    while (!text.empty() && failure_ == 0) {
        const ssize_t n = ::write(descriptor_, text.data(), text.size());
        if (n >= 0) {
            text.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            pollfd ready{descriptor_, POLLOUT, 0}; // another process made this standard output non-blocking
            ::poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            failure_ = errno;
        }
    }
}

} // namespace uniform::cli
