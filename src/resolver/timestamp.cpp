#include <uniform/resolver/timestamp.hpp>

#include <array>
#include <cstdint>
#include <cstdio>

namespace uniform::resolver {

namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::minutes;
using std::chrono::seconds;

// Reads from the front of a text.
class reader {
public:
    explicit reader(std::string_view text) noexcept : rest_(text) {}

    [[nodiscard]] std::optional<int> digits(std::size_t count) noexcept {
        if (rest_.size() < count) return std::nullopt;
        int value = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (rest_[i] < '0' || rest_[i] > '9') return std::nullopt;
            value = value * 10 + (rest_[i] - '0');
        }
        rest_.remove_prefix(count);
        return value;
    }
    [[nodiscard]] bool one_of(std::string_view characters) noexcept {
        if (rest_.empty() || characters.find(rest_.front()) == std::string_view::npos) return false;
        last_ = rest_.front();
        rest_.remove_prefix(1);
        return true;
    }
    [[nodiscard]] char last() const noexcept { return last_; }
    [[nodiscard]] bool at_end() const noexcept { return rest_.empty(); }
    [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

private:
    std::string_view rest_;
    char last_ = '\0';
};

// RFC 3339 5.6: full-date
std::optional<std::chrono::sys_days> full_date(reader &in) noexcept {
    const auto year = in.digits(4);
    if (!year || !in.one_of("-")) return std::nullopt;
    const auto month = in.digits(2);
    if (!month || !in.one_of("-")) return std::nullopt;
    const auto day = in.digits(2);
    if (!day) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year{*year}, std::chrono::month{static_cast<unsigned>(*month)},
                                           std::chrono::day{static_cast<unsigned>(*day)}};
    if (!date.ok()) return std::nullopt;
    return std::chrono::sys_days{date};
}

// RFC 3339 5.6: time-secfrac, at most six digits
std::optional<microseconds> fraction(reader &in) noexcept {
    std::int64_t value = 0;
    int count = 0;
    while (const auto digit = in.digits(1)) {
        if (++count > 6) return std::nullopt;
        value = value * 10 + *digit;
    }
    if (count == 0) return std::nullopt;
    for (; count < 6; ++count) value *= 10;
    return microseconds{value};
}

// RFC 3339 5.6: time-offset
std::optional<minutes> offset(reader &in) noexcept {
    if (in.one_of("Zz")) return minutes{0};
    if (!in.one_of("+-")) return std::nullopt;
    const int sign = in.last() == '-' ? -1 : 1;
    const auto hour = in.digits(2);
    if (!hour || *hour > 23 || !in.one_of(":")) return std::nullopt;
    const auto minute = in.digits(2);
    if (!minute || *minute > 59) return std::nullopt;
    return sign * (hours{*hour} + minutes{*minute});
}

} // namespace

std::string to_string(timestamp t) {
    const auto day = std::chrono::floor<days>(t);
    const std::chrono::year_month_day date{day};
    const std::chrono::hh_mm_ss time{t - day};
    std::array<char, 64> text{};
    const auto micros = static_cast<long long>(time.subseconds().count());
    const int year = static_cast<int>(date.year());
    const auto month = static_cast<unsigned>(date.month());
    const auto mday = static_cast<unsigned>(date.day());
    const auto hour = static_cast<int>(time.hours().count());
    const auto minute = static_cast<int>(time.minutes().count());
    const auto second = static_cast<int>(time.seconds().count());
    const int size = micros == 0 ? std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ", year,
                                                 month, mday, hour, minute, second)
                                 : std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%06lldZ",
                                                 year, month, mday, hour, minute, second, micros);
    return {text.data(), static_cast<std::size_t>(size)};
}

std::optional<timestamp> parse_timestamp(std::string_view text) noexcept {
    reader in{text};
    const auto day = full_date(in);
    if (!day) return std::nullopt;
    if (in.at_end()) return timestamp{*day};
    // 5.6: "T" and "Z" may be in lower case; a space instead of "T" is for people.
    if (!in.one_of("Tt")) return std::nullopt;
    const auto hour = in.digits(2);
    if (!hour || *hour > 23 || !in.one_of(":")) return std::nullopt;
    const auto minute = in.digits(2);
    if (!minute || *minute > 59 || !in.one_of(":")) return std::nullopt;
    const auto second = in.digits(2);
    if (!second || *second > 60) return std::nullopt;
    microseconds part{0};
    if (in.one_of(".")) {
        const auto read = fraction(in);
        if (!read) return std::nullopt;
        part = *read;
    }
    const auto zone = offset(in);
    if (!zone || !in.at_end()) return std::nullopt;
    const timestamp t = timestamp{*day} + hours{*hour} + minutes{*minute} + seconds{*second} + part - *zone;
    // 5.7: a leap second is the last of a day in UTC; the clocks of computers have none, so it is the next day's first.
    if (*second == 60 && std::chrono::floor<days>(t) != std::chrono::floor<minutes>(t)) return std::nullopt;
    return t;
}

timestamp now() noexcept { return std::chrono::time_point_cast<microseconds>(std::chrono::system_clock::now()); }

} // namespace uniform::resolver
