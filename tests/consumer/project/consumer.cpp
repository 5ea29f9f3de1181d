#include <uniform/version.hpp>

#include <iostream>

int main() { std::cout << "uniform " << uniform::version << '\n'; }
