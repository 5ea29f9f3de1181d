// A socket that is closed with its owner, wherever an exception ends that.
#pragma once

#include <utility>

#include <unistd.h>

namespace uniform::http {

class owned_socket {
public:
    explicit owned_socket(int number) noexcept : number_(number) {}
    owned_socket(owned_socket &&other) noexcept : number_(std::exchange(other.number_, -1)) {}
    owned_socket &operator=(owned_socket &&) = delete;
    ~owned_socket() { close(); }

    [[nodiscard]] int number() const noexcept { return number_; }
    /// Does nothing for a socket that has another owner now.
    void close() noexcept {
        if (number_ >= 0) ::close(std::exchange(number_, -1));
    }

private:
    int number_;
};

} // namespace uniform::http
