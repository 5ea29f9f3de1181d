// Finding out what writes would do, without changing anything.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include <uniform/base/api.hpp>
#include <uniform/store/records.hpp>
#include <uniform/store/writing.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// Writes that are never committed, for finding out what they would do. Each reads the store as it is when it begins,
/// in a transaction that only reads and is rolled back: others write meanwhile, a store that this user may only read is
/// enough, and nothing remains. What was read and the names of earlier writes are all that it sees.
///
///     const auto trial = s.rehearse();
///     trial->write(by, [&](writing &w) { return assign(w, who, a); }); // what store::write() would return
///
/// For one thread at a time; it ends before its store.
class rehearsal {
public:
    rehearsal() = default;
    rehearsal(const rehearsal &) = delete;
    rehearsal &operator=(const rehearsal &) = delete;
    virtual ~rehearsal() = default;

    /// Runs `f` once, as store::write() would, whatever the clock says. reading::name() finds what earlier writes of
    /// this rehearsal made of a name; other documents than names are forgotten after each. reading::names() and
    /// reading::sql() throw failure (other). Names are kept in a temporary file beyond some megabytes. Throws failure.
    template <class F>
    auto write(const origin &by, F &&f) -> decltype(f(std::declval<writing &>())) {
        return detail::result_of_write(f, [&](const auto &run) { write_erased(by, run); });
    }

protected:
    virtual void write_erased(const origin &by, const std::function<bool(writing &)> &f) = 0;
};

} // namespace store
} // namespace uniform
