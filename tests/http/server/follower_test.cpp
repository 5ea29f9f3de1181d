// The pace of a follower: when it tries again, and how soon it notices that its store was promoted.

#include "http/server/follower.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>

#include "http/server/history_intake.hpp"

namespace uniform::http {
namespace {

using std::chrono::milliseconds;

// A primary that is away, or whose store is here and was promoted.
struct source_script {
    int pulls = 0;
    bool away = true;
    bool promoted = false;
};

class scripted final : public history_source {
public:
    explicit scripted(source_script &s) : script_(s) {}
    bool pull(bool /*waits*/, const std::stop_token & /*end*/, const std::function<void()> & /*progress*/) override {
        ++script_.pulls;
        check_store();
        if (script_.away) throw std::runtime_error("the primary is away");
        return false;
    }
    void check_store() override {
        if (script_.promoted) throw not_followed("this store was promoted");
    }
    [[nodiscard]] std::uint64_t events() const noexcept override { return 7; }
    [[nodiscard]] std::uint64_t here() const noexcept override { return 7; }

private:
    source_script &script_;
};

class paced : public testing::Test {
protected:
    log to_nowhere{log_options{.file = "/dev/null"}};
    source_script script;
    follow_state state{"https://primary.example/"};
    follower f{std::make_unique<scripted>(script), "https://primary.example/", state, to_nowhere};
    const std::stop_token never;
};

TEST_F(paced, looks_at_its_store_between_attempts_that_fail) {
    const milliseconds first = f.attempt(never);
    EXPECT_EQ(script.pulls, 1);
    EXPECT_EQ(state.now().failed, "the primary is away");
    EXPECT_GT(first, milliseconds{0});
    EXPECT_LE(first, milliseconds{250});
    EXPECT_LE(f.attempt(never), milliseconds{250});
    EXPECT_EQ(script.pulls, 1) << "the time for the next attempt has not come";
    script.promoted = true;
    EXPECT_LE(f.attempt(never), milliseconds{1000});
    EXPECT_EQ(script.pulls, 1);
    EXPECT_EQ(state.now().refused, "this store was promoted");
    EXPECT_EQ(state.why_not_ready(), "this store was promoted");
}

TEST_F(paced, is_ready_again_when_the_store_follows_again) {
    script.promoted = true;
    (void)f.attempt(never);
    EXPECT_EQ(state.why_not_ready(), "this store was promoted");
    script.promoted = script.away = false;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{60};
    while (script.pulls < 2 && std::chrono::steady_clock::now() < end) (void)f.attempt(never);
    EXPECT_EQ(state.why_not_ready(), "");
    EXPECT_EQ(state.now().refused_openly, "");
    EXPECT_LE(f.attempt(never), milliseconds{1000});
}

} // namespace
} // namespace uniform::http
