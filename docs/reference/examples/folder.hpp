// A folder for what an example writes.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "check.hpp"

/// An empty folder, which is removed at the end.
class folder {
public:
    folder() {
        std::string name = (std::filesystem::temp_directory_path() / "uniform-example-XXXXXX").string();
        CHECK(::mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    folder(const folder &) = delete;
    folder &operator=(const folder &) = delete;
    ~folder() { std::filesystem::remove_all(path_); }

    /// The path of a file in it.
    [[nodiscard]] std::string file(const char *name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};
