// A reading of what is in memory, when nothing of the store is.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include <uniform/store/database.hpp>

namespace uniform::http {

/// Every statement throws store::not_resident: whoever resolves with sources that have all that is needed, finds out
/// with it that they have not.
class nothing_resident final : public store::connection {
public:
    using connection::run;
    explicit nothing_resident(store::dialect d) noexcept : dialect_(d) {}

    [[nodiscard]] store::dialect dialect() const noexcept override { return dialect_; }
    std::int64_t run(std::string_view /*sql*/, store::parameters /*p*/,
                     const std::function<bool(const store::row &)> & /*each*/) override {
        throw store::not_resident{};
    }
    std::vector<std::int64_t> run_each(std::string_view /*sql*/, std::size_t /*width*/,
                                       store::parameters /*rows*/) override {
        throw store::not_resident{};
    }
    void script(std::string_view /*sql*/) override { throw store::not_resident{}; }
    void begin(store::access /*a*/) override { throw store::not_resident{}; }
    void commit() override { throw store::not_resident{}; }
    void rollback() noexcept override {}
    void savepoint() override { throw store::not_resident{}; }
    void release() override { throw store::not_resident{}; }
    void back_to_savepoint() override { throw store::not_resident{}; }
    [[nodiscard]] std::uint64_t changes_by_others() override { throw store::not_resident{}; }

private:
    store::dialect dialect_;
};

} // namespace uniform::http
