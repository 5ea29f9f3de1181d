// To start with: each shows something else.
export const examples: { key: string; text: string; other?: string }[] = [
  { key: "example.url", text: "HTTP://user@Example.org:80/%7Ea/../b?c=d%20e&f#top" },
  { key: "example.urn", text: "urn:isbn:978-951-0-18435-6?=page=3" },
  { key: "example.misleading", text: "https://www.example.com&account=verify@192.0.2.7/login" },
  { key: "example.iri", text: "https://r\u00e9sum\u00e9.example/caf\u00e9?q=\u4f60\u597d" },
  { key: "example.relative", text: "../g?y#s", other: "http://a/b/c/d;p?q" },
  { key: "example.same", text: "http://example.com/%7esmith/", other: "HTTP://EXAMPLE.com:80/~smith/" },
  { key: "example.broken", text: "http://example.org/100%/a b" },
];
