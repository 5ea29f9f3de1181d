#include "http/server/history_intake.hpp"

#include <exception>
#include <string>
#include <utility>
#include <variant>

#include <uniform/base/assertion.hpp>

namespace uniform::http {

namespace {

constexpr std::size_t events_at_once = 1000;
constexpr std::size_t bytes_at_once = std::size_t{1} << 20U;

[[noreturn]] void throw_other(const std::string &why) { throw store::other_history(why); }

} // namespace

bool history_intake::follows() const noexcept {
    try {
        return store_.follows();
    } catch (const std::exception &) {
        return true;
    }
}

void history_intake::check_store() {
    if (!store_.follows()) {
        throw not_followed("this store was promoted, and follows no other one: restart the service without "
                           "store.follow");
    }
}

void history_intake::begin() {
    check_store();
    here_ = store_.read([](store::reading &r) { return r.head(); });
    read_.reset();
    end_.reset();
    taken_.clear();
    bytes_ = 0;
}

void history_intake::take(std::string_view line) {
    auto read = service::read_history_line(line, read_ ? read_->second : store::digest{});
    if (const auto *const start = std::get_if<service::history_start>(&read)) return go_on_after(start->after);
    if (!read_) throw_other("the history of the primary lacks its first line");
    if (const auto *const finish = std::get_if<service::history_finish>(&read)) {
        end_ = finish->head;
    } else {
        take(std::get<store::event>(std::move(read)));
    }
}

void history_intake::go_on_after(const service::history_head &event) {
    if (event.first > here_.first) {
        throw_other("the history of the primary goes on after event " + std::to_string(event.first) +
                    ", and the last one here is " + std::to_string(here_.first));
    }
    if (event.first == here_.first && event.second != here_.second) {
        throw_other("event " + std::to_string(event.first) + " of the primary has another hash than here");
    }
    read_ = event;
}

void history_intake::take(store::event e) {
    UNIFORM_ASSERT(read_.has_value());
    if (e.number != read_->first + 1) {
        throw_other("event " + std::to_string(e.number) + " of the primary comes after event " +
                    std::to_string(read_->first));
    }
    read_ = {e.number, e.hash};
    // A body that is withheld is not proven by the hash: a secret in it is in no history at all.
    if ((secrets_ == secrets_in_history::refused || e.withheld) && service::has_secret(e)) {
        throw_other("event " + std::to_string(e.number) + " of the primary, a " + e.kind +
                    ", has its secret, which a primary withholds");
    }
    if (e.number < here_.first) return;
    if (e.number == here_.first) return go_on_after(*read_);
    here_ = *read_;
    bytes_ += e.body.size();
    taken_.push_back(std::move(e));
    if (taken_.size() >= events_at_once || bytes_ >= bytes_at_once) apply();
}

void history_intake::apply() {
    store_.repeat(taken_);
    taken_.clear();
    bytes_ = 0;
}

void history_intake::finish() {
    apply();
    if (!end_) return;
    if (end_->first < here_.first) {
        throw_other("the history of the primary ends with event " + std::to_string(end_->first) + ", before event " +
                    std::to_string(here_.first) + ", the last one here");
    }
    if (end_->first == here_.first && end_->second != here_.second) {
        throw_other("event " + std::to_string(here_.first) + " of the primary has another hash than here");
    }
}

} // namespace uniform::http
