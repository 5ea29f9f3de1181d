// One transfer of `uniform get`: from a URL to standard output or a file.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include <unistd.h>

#include <uniform/access/access.hpp>

#include "base/mutex.hpp"
#include "print/standard_output.hpp"
#include "print/terminal.hpp"
#include "run/progress.hpp"
#include "url/get_options.hpp"
#include "url/received.hpp"

namespace uniform::cli {

// A URL, where it was read, and the file for its content.
struct get_job {
    std::string url;
    std::string source; // in messages
    std::uint64_t line = 0;
    std::optional<std::string> path{}; // std::nullopt: standard output
};

// "1.0 MB of 3.0 MB, 0.5 MB/s", once it takes longer than a second; of several transfers "2 of 10 URLs, 1.0 MB,
// 0.5 MB/s". For several threads.
class transfer_progress {
public:
    transfer_progress(bool wanted, std::size_t transfers) : line_{wanted, std::chrono::seconds{1}}, all_{transfers} {}

    void update(std::uint64_t received, std::optional<std::uint64_t> total);
    // The transfer of this thread is over.
    void finish();
    // Removes the line, and runs a function that writes something else.
    template <class Write>
    void instead(Write write) {
        const base::scoped_lock hold{mutex_};
        line_.clear();
        write();
    }

private:
    base::mutex mutex_;
    progress_line line_ UNIFORM_GUARDED_BY(mutex_);
    const std::size_t all_;
    std::size_t done_ UNIFORM_GUARDED_BY(mutex_) = 0;
    std::uint64_t finished_ UNIFORM_GUARDED_BY(mutex_) = 0; // bytes of the transfers that are over
    std::map<std::thread::id, std::uint64_t> running_ UNIFORM_GUARDED_BY(mutex_);
};

// The state that all transfers of a run share.
struct get_run {
    const get_command_options &options;
    plan_options how;
    std::optional<std::string> user{}; // of --user
    std::optional<std::string> password{};
    transfer_progress progress;
    base::mutex terminal{}; // one question at a time
    writer out{STDOUT_FILENO};
    std::optional<writer> rejects{}; // of --rejects
    const bool to_terminal = is_terminal(STDOUT_FILENO);
};

// Gets it; an exit code. Several threads may do so, unless they write to standard output.
[[nodiscard]] int get_url(get_run &run, const get_job &job);

} // namespace uniform::cli
