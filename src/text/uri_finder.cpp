// Finders: pieces of a text are put together, so that the scanner always sees a URI as a whole.

#include <uniform/text/find.hpp>

#include <algorithm>

#include "text/scanner.hpp"

namespace uniform {

namespace {
// The amount that is read at once: it fits the second-level cache.
constexpr std::size_t step = std::size_t{64} << 10;
} // namespace

class uri_finder::state {
public:
    explicit state(find_options o) : default_scheme_{o.completion.default_scheme}, scanner_{keep(o)} {}
    state(const state &) = delete;
    state &operator=(const state &) = delete;

    void read(std::string_view piece, sink s) {
        while (!piece.empty()) {
            const std::size_t n = std::min(piece.size(), step);
            held_ += piece.substr(0, n);
            piece.remove_prefix(n);
            // Incomplete text is examined again when it has doubled, so that pieces of one byte do not make the work
            // quadratic.
            //
            if (held_.size() - done_ < wanted_) continue;
            done_ = scanner_.scan(held_, base_, done_, false, s);
            wanted_ = 2 * (held_.size() - done_);
            drop();
        }
    }

    void end(sink s) {
        (void)scanner_.scan(held_, base_, done_, true, s);
        held_.clear();
        base_ = 0;
        done_ = wanted_ = 0;
        scanner_.reset();
    }

    void all_of(std::string_view text, sink s) {
        if (size() != 0) {
            read(text, s);
            return end(s);
        }
        (void)scanner_.scan(text, 0, 0, true, s);
        scanner_.reset();
    }

    [[nodiscard]] std::uint64_t size() const noexcept { return base_ + held_.size(); }
    [[nodiscard]] std::uint64_t settled() const noexcept {
        const std::uint64_t done = base_ + done_;
        return done > text::scanner::left_context ? done - text::scanner::left_context : 0;
    }

private:
    find_options keep(find_options o) {
        o.completion.default_scheme = default_scheme_;
        return o;
    }

    void drop() {
        if (done_ <= text::scanner::left_context) return;
        const std::size_t gone = done_ - text::scanner::left_context;
        if (gone < held_.size() / 2 && held_.size() < step) return; // not a byte at a time
        held_.erase(0, gone);
        base_ += gone;
        done_ -= gone;
    }

    std::string default_scheme_;
    text::scanner scanner_;
    std::string held_;       // unfinished text, and some of the finished text
    std::uint64_t base_ = 0; // the offset of its first byte
    std::size_t done_ = 0;   // its size
    std::size_t wanted_ = 0; // bytes to wait for
};

uri_finder::uri_finder(find_options o) : state_{std::make_unique<state>(o)} {}
uri_finder::~uri_finder() = default;
uri_finder::uri_finder(uri_finder &&) noexcept = default;
uri_finder &uri_finder::operator=(uri_finder &&) noexcept = default;

void uri_finder::read(std::string_view piece, sink s) { state_->read(piece, s); }
void uri_finder::end(sink s) { state_->end(s); }
void uri_finder::all_of(std::string_view text, sink s) { state_->all_of(text, s); }
std::uint64_t uri_finder::settled() const noexcept { return state_->settled(); }
std::uint64_t uri_finder::size() const noexcept { return state_->size(); }

} // namespace uniform
