# Varnish 7 in front of the service; docs/caches.md explains it. Needs the package varnish-modules (xkey), and in
# /etc/varnish/uniform-purge-secret at least 16 characters, which the service sends after "Authorization: Bearer ".
vcl 4.1;

import std;
import xkey;

backend uniform {
    .host = "127.0.0.1";
    .port = "8141";
    .connect_timeout = 1s;
    .first_byte_timeout = 30s;
    .probe = {
        .url = "/readyz";
        .interval = 1s;
        .timeout = 1s;
        .window = 3;
        .threshold = 2;
        .initial = 2;
    }
}

acl purgers {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
    unset req.http.X-Accept-Form;
    if (req.method == "PURGE") {
        if (client.ip !~ purgers || req.http.Authorization !~ "^Bearer .{16}" || req.http.Authorization !=
            "Bearer " + regsub(std.fileread("/etc/varnish/uniform-purge-secret"), "\s+$", "")) {
            return (synth(403));
        }
        if (!req.http.Surrogate-Key) {
            return (synth(400));
        }
        return (synth(200, "purged " + xkey.purge(req.http.Surrogate-Key)));
    }
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # What a token or a session asks for is for its holder.
    if (req.http.Authorization || req.http.Cookie ~ "(^|;\s*)(__Host-)?session=") {
        return (pass);
    }
    # Other cookies are of other services on this host.
    if (req.url ~ "(?i)^/(urn(:|%3A)|uri-res/|about/|api/)") {
        unset req.http.Cookie;
    }

    # Of most names, the response depends only on whether it is for a browser, for a program that takes anything, or for
    # one that asks for a representation. Varnish compares this field, which it also sends to the service.
    if (!req.http.Accept || req.http.Accept !~ "(?i)(text|application)/") {
        set req.http.X-Accept-Form = "any";
    } else if (req.http.Accept ~ "(?i)^text/html\s*,\s*application/xhtml\+xml\s*,") {
        set req.http.X-Accept-Form = "browser";
    } else {
        set req.http.X-Accept-Form = req.http.Accept;
    }

    # RFC 5861 4: a stale response is sent only where the service does not answer, or answers with an error.
    if (req.restarts == 0 && std.healthy(req.backend_hint)) {
        set req.grace = 0s;
    } else {
        set req.grace = 366d;
    }
    return (hash);
}

sub vcl_backend_response {
    if (beresp.status >= 500) {
        # Neither stored nor remembered, so that it does not hide a response that may be sent stale.
        if (bereq.is_bgfetch) {
            return (abandon);
        }
        set beresp.ttl = 0s;
        set beresp.grace = 0s;
        set beresp.keep = 0s;
        return (deliver);
    }
    set beresp.http.xkey = beresp.http.Surrogate-Key;

    # RFC 9213: this field instead of Cache-Control.
    if (beresp.http.CDN-Cache-Control ~ "(^|[ ,])max-age=[0-9]+") {
        set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "(?:^|.*[ ,])max-age=([0-9]+).*", "\1s"), 0s)
            - beresp.age;
    }
    set beresp.grace = 0s;
    if (beresp.http.Cache-Control ~ "stale-if-error=[0-9]+") {
        set beresp.grace = std.duration(regsub(beresp.http.Cache-Control, ".*stale-if-error=([0-9]+).*", "\1s"), 0s);
    }

    # One copy for each form of Accept, unless the name has locators of several media types to choose from.
    if (beresp.http.Surrogate-Key && beresp.http.Surrogate-Key !~ "(^| )by-accept( |$)") {
        set beresp.http.Vary = regsub(beresp.http.Vary, "(?i)(^|,\s*)accept\s*(,|$)", "\1X-Accept-Form\2");
    }
}

sub vcl_backend_error {
    if (bereq.is_bgfetch) {
        return (abandon);
    }
}

sub vcl_deliver {
    if (resp.status >= 500 && req.restarts == 0 && req.http.X-Accept-Form) {
        return (restart);
    }
    set resp.http.Vary = regsub(resp.http.Vary, "X-Accept-Form", "Accept");
    if (resp.http.Vary == "") {
        unset resp.http.Vary;
    }
    # RFC 9211: after what the service says of a replica
    if (resp.http.Cache-Status) {
        set resp.http.Cache-Status = resp.http.Cache-Status + ", ";
    }
    if (obj.hits > 0) {
        set resp.http.Cache-Status = resp.http.Cache-Status + "varnish; hit; ttl=" +
            std.integer(duration = obj.ttl, fallback = 0);
    } else {
        set resp.http.Cache-Status = resp.http.Cache-Status + "varnish; fwd=miss";
    }
    unset resp.http.xkey;
    unset resp.http.Surrogate-Key;
    unset resp.http.CDN-Cache-Control;
    unset resp.http.X-Accel-Expires;
}
