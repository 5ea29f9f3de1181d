// A part that the embedding project selected, with the part and the libraries that it needs.
#include <uniform/whatwg/web_url.hpp>

#include <iostream>

int main() {
    std::cout << uniform::whatwg::parse("http://B\u00FCcher.example/a/")->href() << '\n';
    return 0;
}
