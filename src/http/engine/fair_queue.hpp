// Jobs that wait for a thread, shared out by client: the clients take turns, and when the queue is full, whoever has
// the most jobs in it gives up the last one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace uniform::http {

/// Used by one thread at a time.
template <class Job>
class fair_queue {
public:
    /// @param limit jobs of all clients
    explicit fair_queue(std::size_t limit) noexcept : limit_(limit) {}

    /// Adds a job of this client. Returns the job that has no place then: this one, or the last one of another client
    /// that has more than this client would have. Constant time, linear in the clients when the queue is full.
    std::optional<Job> push(const std::string &client, Job job) {
        std::optional<Job> left;
        const auto own = by_client_.find(client);
        const std::size_t would_have = own == by_client_.end() ? 1 : own->second->jobs.size() + 1;
        if (size_ >= limit_) {
            const auto most = std::ranges::max_element(turns_, {}, [](const line &l) { return l.jobs.size(); });
            if (most == turns_.end() || most->jobs.size() <= would_have) return job;
            left = std::move(most->jobs.back());
            most->jobs.pop_back(); // it has others
            --size_;
        }
        if (own != by_client_.end()) {
            own->second->jobs.push_back(std::move(job));
        } else {
            turns_.push_back({.client = client, .jobs = {}});
            try {
                turns_.back().jobs.push_back(std::move(job));
                by_client_.emplace(client, std::prev(turns_.end()));
            } catch (...) {
                turns_.pop_back();
                throw;
            }
        }
        ++size_;
        return left;
    }

    /// The oldest job of the client whose turn it is. Requires !empty().
    [[nodiscard]] Job pop() { return pop_of(turns_.begin()); }
    /// The same of the client for which `has` is least; of several, of the one whose turn is first. Linear in the
    /// clients.
    template <class Has>
    [[nodiscard]] Job pop(const Has &has) {
        return pop_of(std::ranges::min_element(turns_, {}, [&](const line &l) { return has(l.client); }));
    }

    /// The clients in their turns, and how many jobs each has.
    [[nodiscard]] std::vector<std::pair<std::string, std::size_t>> lines() const {
        std::vector<std::pair<std::string, std::size_t>> all;
        all.reserve(turns_.size());
        for (const line &l : turns_) all.emplace_back(l.client, l.jobs.size());
        return all;
    }

    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
    struct line {
        std::string client;
        std::deque<Job> jobs;
    };

    Job pop_of(typename std::list<line>::iterator of) {
        Job job = std::move(of->jobs.front());
        of->jobs.pop_front();
        --size_;
        if (of->jobs.empty()) {
            by_client_.erase(by_client_.find(of->client));
            turns_.erase(of);
        } else {
            turns_.splice(turns_.end(), turns_, of);
        }
        return job;
    }

    std::size_t limit_;
    std::size_t size_ = 0;
    std::list<line> turns_ = {}; // none is empty
    std::unordered_map<std::string, typename std::list<line>::iterator> by_client_ = {};
};

} // namespace uniform::http
