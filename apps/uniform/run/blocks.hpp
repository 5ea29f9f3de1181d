// The input in large blocks of whole inputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>

#include "run/decoded_input.hpp"
#include "run/delimited.hpp"
#include "run/options.hpp"

namespace uniform::cli {

// Bytes of input, the last of which ends an input.
struct block {
    std::unique_ptr<char[]> buffer;
    std::size_t capacity = 0;
    std::size_t size = 0;
    char separator = '\n';
    bool lines = true;      // CR before the separator is left out, and empty inputs are skipped
    bool truncated = false; // the only input is longer than the limit; the rest of it was discarded
    std::size_t source = 0; // index of the file
    std::string_view name;  // of the source, in messages
    bool opens_source = false;
    std::size_t skipped = 0; // bytes of the source before the first input: a byte order mark
    std::size_t before = 0;  // arguments before the first input
    int failure = 0;         // errno if the source could not be opened or read; the block is empty then
    std::string fault;       // decoded_input::take_fault()
    std::uint64_t sequence = 0;

    [[nodiscard]] std::string_view text() const noexcept UNIFORM_LIFETIMEBOUND { return {buffer.get(), size}; }
};

// Reads the sources one after the other: the arguments, or the files, or standard input. Memory does not grow with the
// input, but with the longest input up to the limit. For one thread at a time.
class block_reader {
public:
    // `skip` arguments are left out: the first one when it is the base.
    block_reader(const batch_options &o, std::size_t skip);
    ~block_reader();
    block_reader(const block_reader &) = delete;
    block_reader &operator=(const block_reader &) = delete;

    // The next block, into the buffer that `b` has. False at the end of all input.
    [[nodiscard]] bool next(block &b);

private:
    bool open_next(block &b);
    bool read_block(block &b);
    bool hand_over(block &b, std::size_t size);
    void close();
    std::size_t whole_inputs(std::string_view text) const;
    void discard_input(block &b, std::size_t kept);
    bool overflow(block &b);
    bool refuse_row(block &b);

    std::string arguments_; // joined by NUL
    bool from_arguments_ = false;
    std::size_t skipped_ = 0;
    std::vector<std::string> files_;
    std::size_t next_file_ = 0;
    int descriptor_ = -1;
    decoded_input input_;   // the text that is read from it
    bool at_start_ = false; // nothing of the source was returned yet
    bool ended_ = false;    // nothing more can be read from the source
    bool discarding_ = false;
    int failure_ = 0;
    std::string carry_; // the beginning of an input whose end was not yet read
    char separator_;
    bool lines_;
    bool in_pairs_;                    // a block holds an even number of inputs
    std::optional<delimited> records_; // which may have line ends within quotation marks
    bool is_table_;
    std::size_t longest_; // more bytes than an input may have
};

} // namespace uniform::cli
