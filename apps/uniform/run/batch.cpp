// A slot (`work`) goes in a circle: free_ -> filled with the next block -> run -> its place in queue_ -> written ->
// free_. Until there is a second block, one thread does all of it with one slot, because most runs are short.
//
// INVARIANT: blocks are numbered as they are read, under input_mutex_, and written in that order. queue_ has as many
// places as there are slots, so no two blocks meet at one place.
// INVARIANT: one thread at a time writes (writing_), and that one alone uses out_, err_, rejects_ and the sums. A
// thread that finds somebody writing leaves its block in the queue: the writer comes to it before it stops.
// INVARIANT: job_.run() is called by several threads at once and changes only its slot; job_.in_order() by one at a
// time.
//
// A block that cannot be read is a block with a failure, so that its message comes at its place. With several threads,
// a run that ends early (--on-error stop, output that cannot be written) is ended by the writing thread, with the
// process (leave()): others may wait for input that never comes. So no destructor of a job has to run.
#include "run/batch.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <new>
#include <optional>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "base/condition_variable.hpp"
#include "base/mutex.hpp"
#include "print/exit.hpp"
#include "print/json.hpp"
#include "print/standard_output.hpp"
#include "print/terminal.hpp"
#include "print/words.hpp"
#include "run/progress.hpp"
#include "run/rejects_file.hpp"
#include "run/table_job.hpp"
#include "run/typed_input.hpp"

namespace uniform::cli {

namespace {

class engine {
public:
    engine(const batch_options &o, batch_job &job, std::size_t skip)
        : options_{o},
          job_{job},
          reader_{o, skip},
          style_{style_of_messages(o.colour, o.show_password)},
          progress_{o.progress},
          interactive_{is_terminal(STDOUT_FILENO)} {}

    int run() {
        if (options_.rejects) {
            const auto file = open_rejects(options_, *options_.rejects);
            if (!file) return file.error();
            rejects_.emplace(*file); // open until the process ends
        }
        // Most runs are short: threads are started when there is a second block for them.
        const unsigned wanted = options_.threads != 0 ? options_.threads : std::thread::hardware_concurrency();
        add_slots(1);
        work &first = *slots_.front();
        bool more = read_next(first);
        if (more) {
            run_job(first);
            write_out(first);
            more = !stopped_ && read_next(first);
        }
        if (more) {
            if (wanted > 1) {
                share(first, wanted);
            } else {
                do {
                    run_job(first);
                    write_out(first);
                } while (!stopped_ && read_next(first));
            }
        }
        return finish();
    }

private:
    void add_slots(std::size_t n) {
        while (slots_.size() < n) {
            slots_.push_back(std::make_unique<work>());
            slots_.back()->extra = job_.make_notes();
        }
    }

    bool read_next(work &w) {
        const base::scoped_lock lock{input_mutex_};
        return read(w);
    }

    bool read(work &w) UNIFORM_REQUIRES(input_mutex_) {
        if (!reader_.next(w.in)) return false;
        w.in.sequence = next_in_++;
        w.clear_results();
        w.cleaned.clear();
        if (w.in.failure != 0) w.in.size = 0;
        job_.prepare(w);
        return true;
    }

    void run_job(work &w) const {
        if (options_.has_rows()) return run_until_stop(w); // the job does so with the fields
        std::vector<problem> notes;
        if (options_.typed && !job_.cleans_inputs()) notes = clean_inputs(options_, w);
        if (options_.git) read_git_remotes(options_, w);
        run_until_stop(w);
        std::erase_if(notes, [&](const problem &note) { return note.input >= w.inputs; });
        add_notes(options_, w.problems, std::move(notes));
    }

    // With --on-error stop, the block ends with the input that stops the run: so nothing behind it is counted.
    void run_until_stop(work &w) const {
        job_.run(w);
        if (options_.policy != on_error::stop || job_.stops_itself()) return;
        const auto stop = std::ranges::find(w.problems, false, &problem::harmless);
        if (stop == w.problems.end()) return;
        const bool pairs_of_inputs = options_.pairs && !w.in.lines;
        const std::uint64_t wanted = (pairs_of_inputs ? stop->input | 1U : stop->input) + 1;
        if (wanted >= w.inputs) return;
        std::size_t size = 0;
        for (std::uint64_t n = 0; n < wanted; ++n) size = w.in.text().find(w.in.separator, size) + 1;
        w.in.size = size;
        w.clear_results();
        job_.run(w);
    }

    // From here on with threads; `first` holds a block already.
    void share(work &first, unsigned threads) {
        add_slots(2 * threads + 1);
        {
            const base::scoped_lock lock{mutex_};
            next_out_ = first.in.sequence;
            queue_.resize(slots_.size());
            for (std::size_t i = 1; i < slots_.size(); ++i) free_.push_back(slots_[i].get());
        }
        {
            std::vector<std::jthread> others;
            for (unsigned i = 1; i < threads; ++i) {
                try {
                    others.emplace_back([this] { work_along(nullptr); });
                } catch (const std::system_error &) {
                    break; // fewer threads do as well
                }
            }
            work_along(&first);
        }
    }

    void work_along(work *w) {
        try {
            for (;;) {
                if (w == nullptr) w = next_block();
                if (w == nullptr) return;
                run_job(*w);
                put_in_queue(*w);
                w = nullptr;
            }
        } catch (const std::bad_alloc &) {
            writer{STDERR_FILENO}.write_now("uniform: out of memory\n");
            leave(exit_io);
        }
    }

    // A slot with the next block in it; nothing at the end.
    work *next_block() {
        work *slot = nullptr;
        {
            base::unique_lock lock{mutex_};
            slot_is_free_.wait(lock, [this]() UNIFORM_REQUIRES(mutex_) { return !free_.empty(); });
            slot = free_.back();
            free_.pop_back();
        }
        bool filled = false;
        {
            const base::scoped_lock lock{input_mutex_};
            if (!input_ended_) {
                filled = read(*slot);
                input_ended_ = !filled;
            }
        }
        if (filled) return slot;
        release(*slot);
        return nullptr;
    }

    void release(work &slot) {
        {
            const base::scoped_lock lock{mutex_};
            free_.push_back(&slot);
        }
        slot_is_free_.notify_one();
    }

    void put_in_queue(work &finished) {
        base::unique_lock lock{mutex_};
        queue_[finished.in.sequence % queue_.size()] = &finished;
        if (writing_) return; // the thread that writes will come to it
        writing_ = true;
        while (work *head = std::exchange(queue_[next_out_ % queue_.size()], nullptr)) {
            lock.unlock();
            write_out(*head);
            if (stopped_) leave(finish()); // others may wait for input that never comes
            lock.lock();
            ++next_out_;
            free_.push_back(head);
            slot_is_free_.notify_one();
        }
        writing_ = false;
    }

    void write_out(work &w) {
        if (w.in.opens_source) line_ = w.in.before;
        if (w.in.failure != 0) {
            out_.flush();
            const std::string says = file_error(w.in.name, w.in.failure);
            cli::complain(progress_, err_, says);
            job_.not_read(says);
            io_failed_ = true;
            return;
        }
        if (!w.in.fault.empty()) {
            bad_ = true;
            if (!options_.quiet) {
                out_.flush();
                cli::complain(progress_, err_, std::string{w.in.name} + ": " + w.in.fault);
            }
        }
        job_.in_order(w);
        bad_ = bad_ || w.bad || std::ranges::any_of(w.problems, [](const problem &p) { return !p.harmless; });
        end_results(w.out);
        std::size_t written = 0;
        std::optional<std::uint64_t> last_written;
        for (const problem &p : w.problems) {
            const bool stop = options_.policy == on_error::stop && !p.harmless;
            if (rejects_ && !p.harmless) {
                // One line for each input, with its first problem.
                if (std::exchange(last_written, p.input) != p.input) write_rejected(w, p);
                if (!stop) continue;
            }
            if (p.silent && !stop) continue;
            if (interactive_ || stop) {
                out_.write(std::string_view{w.out}.substr(written, p.after - written));
                written = p.after;
                out_.flush();
                progress_.clear();
            }
            if (!p.silent) append_message(messages_, w.in.name, line_ + p.input + 1, p, style_);
            if (interactive_ || stop || messages_.size() > message_limit) write_messages();
            if (stop) {
                stopped_ = true;
                break;
            }
        }
        if (!stopped_) out_.write(std::string_view{w.out}.substr(written));
        out_.flush();
        if (!messages_.empty()) write_messages();
        line_ += w.inputs;
        inputs_ += w.inputs;
        given_ += w.inputs - w.empty;
        changed_ += w.changed;
        repaired_ += w.repaired;
        hosts_ += w.hosts;
        rejected_ += w.rejected;
        bytes_ += w.in.size;
        progress_.update(inputs_, bytes_);
        if (out_.failure() != 0 || (rejects_ && rejects_->failure() != 0)) stopped_ = true;
        constexpr std::size_t large = std::size_t{4} << 20;
        if (w.out.capacity() > large) w.out = {};
    }

    // With -0, results end with NUL. json_object ends its lines with a line end, which JSON has nowhere else.
    void end_results(std::string &out) const {
        if (options_.json && options_.null) std::ranges::replace(out, '\n', '\0');
    }

    // "FILE:LINE:COLUMN: sentence (rule, document section)", a TAB and the input.
    void write_rejected(const work &w, const problem &p) {
        std::string line;
        append_message(line, w.in.name, line_ + p.input + 1, p, {.show_password = options_.show_password});
        while (line.ends_with('\n')) line.pop_back();
        line += '\t';
        line += p.text;
        line += options_.terminator();
        rejects_->write(line);
    }

    [[nodiscard]] std::string summary() const {
        const auto [same, changed, repaired, hosts] = job_.summary_words();
        const std::uint64_t valid = given_ - std::min(rejected_, given_);
        std::string says;
        if (*options_.summary == summary_form::json) {
            json_object object{says};
            object.number("inputs", given_);
            if (changed.empty()) {
                object.number("valid", valid);
            } else {
                object.number(same, valid - std::min(changed_ + repaired_, valid)).number(changed, changed_);
                if (!repaired.empty()) object.number(repaired, repaired_);
                if (hosts) object.number("hosts_changed", hosts_);
            }
            object.number("rejected", rejected_);
            if (const auto counts = job_.summary_counts(); !counts.empty()) {
                json_object inner = object.object("findings");
                for (const auto &[what, n] : counts) inner.number(what, n);
                inner.end();
            }
            object.end_line();
            return says;
        }
        const auto counted = [&](std::uint64_t n, std::string_view what) {
            (says += says.empty() ? "" : ", ").append(with_separators(n)).append(" ").append(what);
        };
        if (changed.empty()) {
            counted(valid, "valid");
        } else {
            counted(valid - std::min(changed_ + repaired_, valid), same);
            counted(changed_, changed);
            if (!repaired.empty()) counted(repaired_, repaired);
            if (hosts_ != 0) counted(hosts_, "of them with another host");
        }
        counted(rejected_, "rejected");
        for (const auto &[what, n] : job_.summary_counts()) counted(n, what);
        return says + '\n';
    }

    void write_messages() {
        progress_.clear();
        err_.write_now(messages_);
        messages_.clear();
    }

    int finish() {
        if (!stopped_) {
            std::string rest;
            do {
                job_.at_end(rest);
                end_results(rest);
                out_.write(rest);
            } while (!rest.empty() && out_.failure() == 0);
        }
        out_.flush();
        progress_.clear();
        if (const int failure = out_.failure(); failure != 0 && failure != EPIPE) {
            cli::complain(progress_, err_, file_error(standard_output, failure));
            io_failed_ = true;
        }
        if (rejects_) {
            rejects_->flush();
            if (const int failure = rejects_->failure(); failure != 0) {
                cli::complain(progress_, err_, file_error(*options_.rejects, failure));
                io_failed_ = true;
            }
        }
        if (options_.summary) err_.write_now(summary());
        // Messages that could not be written are lost, unless the caller closed standard error.
        if (const int failure = err_.failure(); failure != 0 && failure != EPIPE && failure != EBADF) io_failed_ = true;
        if (io_failed_) return exit_io;
        return bad_ ? exit_bad_input : exit_good;
    }

    // Ends the process from a worker: everything is written, and no destructor has to run.
    [[noreturn]] static void leave(int code) { std::_Exit(code); }

    static constexpr std::size_t message_limit = std::size_t{1} << 20;

    const batch_options &options_;
    batch_job &job_;
    std::vector<std::unique_ptr<work>> slots_; // does not change while there are several threads

    base::mutex input_mutex_;
    block_reader reader_ UNIFORM_GUARDED_BY(input_mutex_);
    std::uint64_t next_in_ UNIFORM_GUARDED_BY(input_mutex_) = 0;
    bool input_ended_ UNIFORM_GUARDED_BY(input_mutex_) = false;

    base::mutex mutex_;
    base::condition_variable slot_is_free_;
    std::vector<work *> free_ UNIFORM_GUARDED_BY(mutex_);
    std::vector<work *> queue_ UNIFORM_GUARDED_BY(mutex_);
    bool writing_ UNIFORM_GUARDED_BY(mutex_) = false;
    std::uint64_t next_out_ UNIFORM_GUARDED_BY(mutex_) = 0;

    // Used by the one thread that writes.
    writer out_{STDOUT_FILENO, use_colour(options_.colour, STDOUT_FILENO) ? own_colours::yes : own_colours::no};
    writer err_{STDERR_FILENO};
    std::optional<writer> rejects_;
    std::string messages_;
    message_style style_;
    progress progress_;
    bool interactive_;
    bool stopped_ = false;
    bool bad_ = false;
    bool io_failed_ = false;
    std::uint64_t line_ = 0;
    std::uint64_t inputs_ = 0;
    std::uint64_t given_ = 0; // without empty lines
    std::uint64_t changed_ = 0;
    std::uint64_t repaired_ = 0;
    std::uint64_t hosts_ = 0;
    std::uint64_t rejected_ = 0;
    std::uint64_t bytes_ = 0;
};

// `uniform normalize urls.txt` reads a reference; if there is a file of that name, the file may be meant.
void mention_file(const batch_options &o, std::size_t skip, std::string_view noun) {
    if (noun.empty() || o.arguments.size() != skip + 1 || !o.files.empty()) return;
    const std::string &name = o.arguments[skip];
    struct stat found{};
    if (::stat(name.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return;
    writer{STDERR_FILENO}.write_now("uniform: note: " + in_quotes(name) + " is read as " + std::string{noun} +
                                    "; -f reads the file of that name\n");
}

} // namespace

int run_batch(const batch_options &o, batch_job &job, std::size_t skip) {
    if (!o.files.empty() && o.arguments.size() > skip) {
        return usage_error(o, "unexpected argument: " + in_quotes(o.arguments[skip]) +
                                  "; inputs are either arguments or in files");
    }
    if (o.has_rows()) {
        auto plan = table_plan::read(o, job, skip);
        if (!plan) return plan.error();
        table_job rows{o, job, *std::move(plan)};
        return engine{o, rows, skip}.run();
    }
    if (!o.field.empty() || !o.into.empty() || o.no_header || !o.delimiter.empty())
        return usage_error(o, "--field, --into, --delimiter and --no-header require --csv, --tsv or --ndjson");
    mention_file(o, skip, job.input_noun());
    return engine{o, job, skip}.run();
}

} // namespace uniform::cli
