// The records of data/urn-namespaces.json, with their examples.
#pragma once

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace namespace_data {

inline const nlohmann::json &records() {
    static const nlohmann::json all = [] {
        std::ifstream file{UNIFORM_TEST_DATA "/../../data/urn-namespaces.json"};
        return nlohmann::json::parse(file).at("namespaces");
    }();
    return all;
}

// The names that fit, of all records that have examples.
inline std::vector<std::string> valid() {
    std::vector<std::string> all;
    for (const auto &r : records()) {
        if (!r.contains("examples")) continue;
        for (const char *list : {"valid", "derived"}) {
            if (r["examples"].contains(list)) {
                for (const auto &urn : r["examples"][list]) all.push_back(urn);
            }
        }
    }
    return all;
}

// Pairs under that key, of all records.
inline std::vector<std::pair<std::string, std::string>> pairs(const char *key) {
    std::vector<std::pair<std::string, std::string>> all;
    for (const auto &r : records()) {
        if (!r.contains("examples") || !r["examples"].contains(key)) continue;
        for (const auto &p : r["examples"][key]) all.emplace_back(p[0], p[1]);
    }
    return all;
}

} // namespace namespace_data
