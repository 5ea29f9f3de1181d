// The registration templates are a library of their own.
#include <uniform/registry/template.hpp>

#include <iostream>

int main() {
    const auto fresh = uniform::registry::new_template("weather");
    const auto again = uniform::registry::read_template(uniform::registry::write_template(fresh));
    if (!again) return 1;
    std::cout << "template read again\n";
    return 0;
}
