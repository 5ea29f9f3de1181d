// Code that contradicts the annotations of src/base/thread_safety.hpp does not compile: Clang's -verify compares its
// errors with the comments, and what stands without a comment has none.
#include <deque>
#include <optional>

#include "base/condition_variable.hpp"
#include "base/mutex.hpp"

namespace {

class queue {
public:
    void add(int value) UNIFORM_EXCLUDES(mutex_) {
        {
            const uniform::base::scoped_lock lock{mutex_};
            values_.push_back(value);
        }
        added_.notify_one();
    }

    int take() {
        uniform::base::unique_lock lock{mutex_};
        added_.wait(lock, [this]() UNIFORM_REQUIRES(mutex_) { return !values_.empty(); });
        const int first = first_value();
        lock.unlock();
        add(first);
        lock.lock();
        values_.pop_front();
        return first;
    }

    int read_without_lock() {
        return values_.front(); // expected-error {{reading variable 'values_' requires holding mutex 'mutex_'}}
    }
    void write_without_lock() {
        total_ = 1; // expected-error {{writing variable 'total_' requires holding mutex 'mutex_' exclusively}}
    }
    int call_without_lock() {
        return first_value(); // expected-error {{calling function 'first_value' requires holding mutex 'mutex_'}}
    }
    void lock_twice() {
        const uniform::base::scoped_lock lock{mutex_};  // expected-note {{mutex acquired here}}
        const uniform::base::scoped_lock again{mutex_}; // expected-error {{acquiring mutex 'mutex_' that is already}}
    }
    void call_with_lock() {
        const uniform::base::scoped_lock lock{mutex_};
        add(2); // expected-error {{cannot call function 'add' while mutex 'mutex_' is held}}
    }
    int read_after_unlock() {
        uniform::base::unique_lock lock{mutex_};
        lock.unlock();
        return total_; // expected-error {{reading variable 'total_' requires holding mutex 'mutex_'}}
    }
    void wait_without_name() {
        uniform::base::unique_lock lock{mutex_};
        added_.wait(lock, [this] { return total_ > 0; }); // expected-error {{requires holding mutex 'mutex_'}}
    }
    void lock_and_leave() {
        mutex_.lock(); // expected-note {{mutex acquired here}}
    } // expected-error {{mutex 'mutex_' is still held at the end of function}}
    void pass_by_reference() {
        change(total_); // expected-error {{passing variable 'total_' by reference requires holding mutex 'mutex_'}}
    }
    [[nodiscard]] const std::deque<int> &all() const {
        // expected-error@+1 {{returning variable 'values_' by reference requires holding mutex 'mutex_'}}
        return values_;
    }

private:
    int first_value() UNIFORM_REQUIRES(mutex_) { return values_.front(); }
    static void change(int &value) { ++value; }

    mutable uniform::base::mutex mutex_;
    uniform::base::condition_variable added_;
    std::deque<int> values_ UNIFORM_GUARDED_BY(mutex_);
    int total_ UNIFORM_GUARDED_BY(mutex_) = 0;
};

} // namespace

int main() {
    queue all;
    all.add(1);
    return all.take();
}
