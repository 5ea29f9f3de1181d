// A connection that is not asked anything.
#pragma once

#include <uniform/store/database.hpp>

namespace uniform::store::detail {

/// What is thrown out of a job that wants to know what was not foreseen.
struct not_foreseen {};

/// Passes on what is told to the database. Whoever asks something is thrown out, until `open`: jobs are run with it on
/// what is known, so that the first word of their transaction can be its last.
class unasked_connection final : public connection {
public:
    explicit unasked_connection(connection &c) noexcept : connection_(c) {}

    void open() noexcept { open_ = true; }
    [[nodiscard]] bool was_asked() const noexcept { return was_asked_; }

    using connection::run;
    [[nodiscard]] uniform::store::dialect dialect() const noexcept override { return connection_.dialect(); }
    std::int64_t run(std::string_view sql, parameters p, const std::function<bool(const row &)> &each) override {
        return inner().run(sql, p, each);
    }
    std::vector<std::int64_t> run_each(std::string_view sql, std::size_t width, parameters rows) override {
        return inner().run_each(sql, width, rows);
    }
    void ask(std::span<const question> all) override { inner().ask(all); }
    void post(std::string_view sql, std::size_t width, parameters rows) override { inner().post(sql, width, rows); }
    void script(std::string_view sql) override { inner().script(sql); }
    void begin(access a) override { inner().begin(a); }
    void begin_unlocked() override { inner().begin_unlocked(); }
    void commit() override { inner().commit(); }
    void rollback() noexcept override { connection_.rollback(); }
    void savepoint() override { inner().savepoint(); }
    void release() override { inner().release(); }
    void back_to_savepoint() override { inner().back_to_savepoint(); }
    [[nodiscard]] std::uint64_t changes_by_others() override { return connection_.changes_by_others(); }

private:
    connection &inner() {
        if (open_) return connection_;
        was_asked_ = true;
        throw not_foreseen{};
    }

    connection &connection_;
    bool open_ = false;
    bool was_asked_ = false;
};

} // namespace uniform::store::detail
