// The history in segments (docs/reference/history-format.md): the files of a folder, or of a server that needs to know
// nothing but files. The index is asked for again and again, and each segment that has something new once.

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <system_error>

#include <uniform/http/api_client.hpp>
#include <uniform/service/history_segments.hpp>

#include "http/server/follower.hpp"
#include "http/server/history_intake.hpp"

namespace uniform::http {

namespace {

using clock = std::chrono::steady_clock;

constexpr std::size_t longest_file = std::size_t{256} << 20U;
constexpr std::chrono::seconds between_requests{10}; // for the index of a server; a folder is looked at each time

// Where the files are.
class segment_files {
public:
    // The index; nothing if it is what it was when it was given last.
    virtual std::optional<std::string> index() = 0;
    // Nothing if there is no such file.
    virtual std::optional<std::string> segment(const std::string &name) = 0;
    // The next index() gives what there is.
    virtual void forget() noexcept = 0;
    virtual ~segment_files() = default;
};

class in_folder final : public segment_files {
public:
    explicit in_folder(std::filesystem::path index) : index_(std::move(index)) {}

    std::optional<std::string> index() override {
        std::error_code error;
        const auto changed = std::filesystem::last_write_time(index_, error);
        if (error) throw std::runtime_error(index_.string() + ": " + error.message());
        if (seen_ == changed) return std::nullopt;
        auto text = read(index_);
        if (!text) throw std::runtime_error(index_.string() + " cannot be read");
        seen_ = changed;
        return text;
    }
    std::optional<std::string> segment(const std::string &name) override { return read(index_.parent_path() / name); }
    void forget() noexcept override { seen_.reset(); }

private:
    static std::optional<std::string> read(const std::filesystem::path &file) {
        std::error_code error;
        const auto size = std::filesystem::file_size(file, error);
        if (error) return std::nullopt;
        if (size > longest_file) throw std::runtime_error(file.string() + " is too long");
        std::string text(size, '\0');
        std::ifstream in(file, std::ios::binary);
        in.read(text.data(), static_cast<std::streamsize>(size));
        if (static_cast<std::size_t>(in.gcount()) != size) return std::nullopt;
        return text;
    }

    const std::filesystem::path index_;
    std::optional<std::filesystem::file_time_type> seen_ = {};
};

class on_server final : public segment_files {
public:
    on_server(std::string_view url, std::function<bool()> ends) {
        url.remove_suffix(service::segments_index_name.size());
        const char *const trusted = std::getenv("SSL_CERT_FILE");
        client_ = api_client::remote(url, {.ca_file = trusted != nullptr ? trusted : std::string{},
                                           .tries = 1,
                                           .answer_limit = longest_file,
                                           .compressed = true,
                                           .ends = std::move(ends)});
    }

    std::optional<std::string> index() override {
        const auto now = clock::now();
        if (now < next_) return std::nullopt;
        next_ = now + between_requests;
        api_request r = request(service::segments_index_name);
        if (!tag_.empty()) r.fields.emplace_back("If-None-Match", tag_);
        if (!date_.empty()) r.fields.emplace_back("If-Modified-Since", date_);
        api_response answer = client_->call(r);
        if (answer.status == 304) return std::nullopt;
        if (answer.status != 200) refuse(answer, service::segments_index_name);
        tag_ = answer.value("ETag");
        date_ = answer.value("Last-Modified");
        return std::move(answer.body);
    }
    std::optional<std::string> segment(const std::string &name) override {
        api_response answer = client_->call(request(name));
        if (answer.status == 404) return std::nullopt;
        if (answer.status != 200) refuse(answer, name);
        return std::move(answer.body);
    }
    void forget() noexcept override {
        tag_.clear();
        date_.clear();
        next_ = {};
    }

private:
    static api_request request(std::string_view name) { return {.path = "/" + std::string(name)}; }
    [[noreturn]] static void refuse(const api_response &answer, std::string_view name) {
        throw std::runtime_error("the response for " + std::string(name) + " is " + std::to_string(answer.status));
    }

    std::unique_ptr<api_client> client_;
    clock::time_point next_ = {};
    std::string tag_ = {}, date_ = {}; // of the index
};

class of_segments final : public history_source {
public:
    of_segments(store::store &s, const std::string &location)
        : store_(s), intake_(s, secrets_in_history::refused), files_(files_at(location)) {}

    bool pull(bool /*waits*/, const std::stop_token &end, const std::function<void()> &progress) override {
        ends_ = end;
        try {
            intake_.check_store();
            const auto text = files_->index();
            if (!text) return false;
            const service::segments_index index = service::read_segments_index(*text);
            events_ = index.head.first;
            intake_.begin();
            progress();
            return read(index, progress);
        } catch (...) {
            files_->forget();
            intake_.check_store();
            throw;
        }
    }
    void check_store() override { intake_.check_store(); }
    [[nodiscard]] std::uint64_t events() const noexcept override { return std::max(here(), events_); }
    [[nodiscard]] std::uint64_t here() const noexcept override { return intake_.here().first; }

private:
    std::unique_ptr<segment_files> files_at(const std::string &location) {
        if (!location.contains("://")) return std::make_unique<in_folder>(location);
        return std::make_unique<on_server>(location, [this] { return ends_.stop_requested() || !intake_.follows(); });
    }

    // Whether there was anything.
    bool read(const service::segments_index &index, const std::function<void()> &progress) {
        const std::uint64_t before = here();
        for (std::uint64_t at = before / service::events_of_segment; at < index.segments.size(); ++at) {
            if (here() >= index.head.first) break;
            const std::string &file = index.segments[at].file;
            const auto text = files_->segment(file);
            // Another one has replaced it, or it will be there soon: the index is read again.
            if (!text) throw std::runtime_error(file + ", which the index of the segments names, is not there");
            take(*text, file);
            const std::uint64_t first = at * service::events_of_segment + 1;
            if (service::segment_file(first, intake_.here().second) != file)
                throw store::other_history(file + " does not end with the event that its name says");
            progress();
            if (ends_.stop_requested()) throw std::runtime_error("the service ends");
        }
        check(index.head); // a server of files may have an older index than the one that was followed last
        return here() != before;
    }
    void check(const store::history_head &head) {
        if (head.first == 0) return;
        const auto own = store_.read([&](store::reading &r) { return r.event_at(head.first); });
        if (!own || own->hash != head.second) {
            throw store::other_history("event " + std::to_string(head.first) +
                                       " of the segments has another hash than here");
        }
    }
    void take(std::string_view text, const std::string &file) {
        while (!text.empty()) {
            const std::size_t line = text.find('\n');
            if (line == std::string_view::npos) throw store::other_history(file + " is cut off");
            intake_.take(text.substr(0, line));
            text.remove_prefix(line + 1);
        }
        intake_.finish();
    }

    store::store &store_;
    history_intake intake_;
    std::stop_token ends_;
    std::unique_ptr<segment_files> files_;
    std::uint64_t events_ = 0;
};

} // namespace

std::unique_ptr<history_source> history_of_segments(store::store &s, const std::string &location) {
    return std::make_unique<of_segments>(s, location);
}

} // namespace uniform::http
