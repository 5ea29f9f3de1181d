// The turns of clients: whoever sends many requests at once, on one connection or on many, leaves turns to the others.

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "http/engine/one_worker.hpp"

namespace uniform::http {
namespace {

using test::layer;
using test::one_worker;
using test::paired_client;

constexpr std::string_view request = "GET /quick HTTP/1.1\r\nHost: h\r\n\r\n";
constexpr std::size_t at_once = 2000;

std::size_t answers_in(std::string_view got) {
    std::size_t all = 0;
    for (std::size_t at = 0; (at = got.find("HTTP/1.1 302", at)) != std::string_view::npos; ++at) ++all;
    return all;
}

struct crowd {
    std::size_t connections;
    layer how;
};

class engine_turns : public testing::TestWithParam<crowd> {};

TEST_P(engine_turns, another_client_is_answered_meanwhile) {
    const auto &[connections, how] = GetParam();
    one_worker w{{}, how != layer::plain};
    std::vector<paired_client *> many;
    for (std::size_t n = 0; n < connections; ++n) many.push_back(&w.connect(how, "10.0.0.1"));
    paired_client &other = w.connect(how, "10.0.0.2");
    w.settle();
    std::string all;
    for (std::size_t n = 0; n < at_once; ++n) all += request;
    for (paired_client *one : many) one->say(all);
    const auto answers = [&] {
        std::size_t sum = 0;
        for (const paired_client *one : many) sum += answers_in(one->got);
        return sum;
    };
    for (int n = 0; n < 4; ++n) w.turn(); // all of them have begun
    const std::size_t before = answers();
    EXPECT_GT(before, 0U);
    other.say(request);
    ASSERT_TRUE(w.until([&] { return answers_in(other.got) == 1; }));
    EXPECT_LE(answers() - before, 8 * 32U) << "a turn has 32 requests, of however many connections";
    EXPECT_LT(answers(), connections * at_once) << "the others are not done: the bound means something";
    ASSERT_TRUE(w.until([&] { return answers() == connections * at_once; }));
}

INSTANTIATE_TEST_SUITE_P(all, engine_turns,
                         testing::Values(crowd{1, layer::plain}, crowd{5, layer::plain}, crowd{30, layer::plain},
                                         crowd{5, layer::tls13}),
                         [](const auto &info) {
                             return std::to_string(info.param.connections) +
                                    (info.param.how == layer::plain ? "_plain" : "_tls");
                         });

} // namespace
} // namespace uniform::http
