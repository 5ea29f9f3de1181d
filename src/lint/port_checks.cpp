// The port and the service to which it belongs.

#include <algorithm>

#include <uniform/uri/scheme.hpp>

#include "lint/pass.hpp"

namespace uniform::linting {

namespace {

struct service {
    std::uint16_t port;
    std::string_view name;
    std::string_view schemes; // the schemes with this default port, in addition to those in the registry of schemes
};

// The service on a port: the content of an identifier may be a command for it (RFC 3986 7.2); by port.
constexpr service services[]{
    {7, "echo", ""},
    {11, "systat", ""},
    {13, "daytime", ""},
    {19, "chargen", ""},
    {20, "FTP data", ""},
    {21, "FTP", "ftp"},
    {22, "SSH", "ssh sftp scp git+ssh svn+ssh"},
    {23, "Telnet", "telnet"},
    {25, "SMTP", "smtp"},
    {37, "time", ""},
    {43, "whois", "whois"},
    {49, "TACACS", ""},
    {53, "DNS", "dns"},
    {69, "TFTP", "tftp"},
    {70, "Gopher", "gopher"},
    {79, "Finger", "finger"},
    {80, "HTTP", "http ws"},
    {88, "Kerberos", ""},
    {109, "POP2", ""},
    {110, "POP3", "pop pop3"},
    {111, "portmapper", ""},
    {113, "ident", ""},
    {119, "NNTP", "nntp news"},
    {135, "RPC", ""},
    {139, "NetBIOS", "smb cifs"},
    {143, "IMAP", "imap"},
    {161, "SNMP", "snmp"},
    {179, "BGP", ""},
    {389, "LDAP", "ldap"},
    {443, "HTTPS", "https wss"},
    {445, "SMB", "smb cifs"},
    {465, "SMTP over TLS", "smtps"},
    {512, "rexec", ""},
    {513, "rlogin", "rlogin"},
    {514, "rsh and syslog", "rsh"},
    {515, "LPD", "lpd"},
    {543, "klogin", ""},
    {554, "RTSP", "rtsp"},
    {563, "NNTP over TLS", "snews nntps"},
    {587, "mail submission", "smtp submission"},
    {631, "IPP", "ipp ipps"},
    {636, "LDAP over TLS", "ldaps"},
    {873, "rsync", "rsync"},
    {993, "IMAP over TLS", "imaps"},
    {995, "POP3 over TLS", "pop3s pops"},
    {1433, "SQL Server", "mssql sqlserver"},
    {1521, "Oracle", "oracle"},
    {2049, "NFS", "nfs"},
    {2375, "Docker", "tcp docker"},
    {2379, "etcd", "etcd"},
    {3306, "MySQL", "mysql mariadb"},
    {3389, "remote desktop", "rdp"},
    {4190, "ManageSieve", "sieve"},
    {5060, "SIP", "sip"},
    {5061, "SIP over TLS", "sips"},
    {5432, "PostgreSQL", "postgres postgresql"},
    {5672, "AMQP", "amqp"},
    {5900, "VNC", "vnc"},
    {6000, "X11", ""},
    {6379, "Redis", "redis"},
    {6667, "IRC", "irc"},
    {6697, "IRC over TLS", "ircs"},
    {9100, "printers", ""},
    {9200, "Elasticsearch", ""},
    {10250, "kubelet", ""},
    {11211, "memcached", "memcached"},
    {27017, "MongoDB", "mongodb"},
};

bool has_word(std::string_view words, std::string_view word) {
    while (!words.empty()) {
        const auto end = std::min(words.find(' '), words.size());
        if (words.substr(0, end) == word) return true;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return false;
}

// -1 for a scheme without one.
int own_port(const pass &p) noexcept {
    return p.known != nullptr && p.known->default_port ? int{*p.known->default_port} : -1;
}

// The port of "sip:user@host:port;parameters?headers" (RFC 3261 19.1.1), which has no "//"; empty for none.
range sip_port(const pass &p) {
    const std::string_view path = p.of(p.at.path);
    std::string_view host = path.substr(path.rfind('@') + 1); // npos + 1 is 0
    host = host.substr(0, host.find(';'));
    const auto bracket = host.starts_with('[') ? host.find(']') : 0;
    if (bracket == std::string_view::npos) return {};
    const auto colon = host.find(':', bracket);
    if (colon == std::string_view::npos) return {};
    const auto begin = static_cast<std::uint32_t>(host.data() + colon + 1 - p.text.data());
    return {begin, static_cast<std::uint32_t>(host.data() + host.size() - p.text.data())};
}

} // namespace

void check_port(pass &p) {
    const bool sip = (p.scheme == "sip" || p.scheme == "sips") && !p.at.authority;
    const range where = sip ? sip_port(p) : p.at.port.value_or(range{});
    if (where.begin == where.end) return;
    const auto number = parse_port_number(p.of(where));
    if (!number) {
        if (number.error().code != error_code::port_overflow) return; // the parser says so
        p.find(lint_check::port_too_large, where,
               "the port is above 65535; software that uses only 16 bits connects to another port");
        return;
    }
    const std::uint16_t port = number->value();
    const int own = own_port(p);
    if (port == own) return;
    const auto *const it = std::ranges::lower_bound(services, port, {}, &service::port);
    const service *known = it != std::end(services) && it->port == port ? it : nullptr;
    if (known != nullptr && has_word(known->schemes, p.scheme)) return;
    // A reference without a scheme has that of its document: usually of the Web.
    if (p.scheme.empty() && (port == 80 || port == 443)) return;
    // For a scheme without a default port, a port is unusual only if another service has it.
    if (own < 0 && known == nullptr) return;

    const std::string text = std::to_string(port);
    const std::string whose =
        known != nullptr ? "port " + text + " is that of " + std::string{known->name} : "port " + text;
    const std::string scheme = own < 0 ? "" : "; the port of " + p.scheme + " is " + std::to_string(own);
    if (port < 1024) {
        p.find(lint_check::well_known_port, where,
               (known != nullptr ? whose : whose + " is below 1024") + scheme +
                   ": the content of the identifier may be a command for the service on that port");
    } else if (known != nullptr) {
        p.find(lint_check::service_port, where,
               whose + scheme + ": the content of the identifier may be a command for that service");
    } else {
        p.find(lint_check::other_port, where, whose + " is not the scheme's default" + scheme);
    }
}

} // namespace uniform::linting
