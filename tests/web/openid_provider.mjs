// A small OpenID provider: discovery, a page that asks who somebody is, the authorization code flow with PKCE, keys that
// can be replaced, UserInfo, and signing out. It is strict about what a client must do, and answers wrongly when `mode`
// says so. It listens on 127.0.0.1 and is called by the name "localhost", so that it is another site than the service.
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer } from "node:http";

const base64url = (data) => Buffer.from(data).toString("base64url");
const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** `users`: {name: claims}; `client`: {id, secret}. */
export async function provide({ users, client }) {
  const p = { issuer: "", mode: "", calls: [], codes: new Map(), waiting: [], redirects: [] };
  let key;
  p.rotate = () => {
    const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
    key = { ...pair, kid: base64url(randomBytes(6)) };
  };
  p.rotate();

  const id_token = (claims) => {
    const header = { alg: p.mode === "none" ? "none" : "RS256", kid: key.kid };
    const text = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(claims))}`;
    return `${text}.${p.mode === "none" ? "" : base64url(sign("sha256", Buffer.from(text), key.privateKey))}`;
  };

  const token = (fields, authorization) => {
    const known = p.codes.get(fields.get("code"));
    p.codes.delete(fields.get("code")); // once
    // RFC 6749 2.3.1: both are encoded as in a form.
    const [id, secret] = Buffer.from(authorization?.replace(/^Basic /, "") ?? "", "base64").toString().split(":").map((t) => decodeURIComponent(t.replace(/\+/g, " ")));
    if (id !== client.id || secret !== client.secret) return [401, { error: "invalid_client" }];
    if (!known || fields.get("grant_type") !== "authorization_code") return [400, { error: "invalid_grant" }];
    const challenge = createHash("sha256").update(fields.get("code_verifier") ?? "").digest("base64url");
    if (challenge !== known.get("code_challenge") || fields.get("redirect_uri") !== known.get("redirect_uri")) return [400, { error: "invalid_grant" }];
    const now = Math.floor(Date.now() / 1000);
    const user = known.get("user");
    const claims = { iss: p.issuer, sub: `sub-${user}`, aud: client.id, iat: now, exp: now + 120, nonce: known.get("nonce"), preferred_username: user, ...users[user] };
    if (p.mode === "nonce") claims.nonce = "another";
    return [200, { access_token: "a".repeat(p.mode === "long" ? 1 << 20 : 20), token_type: "Bearer", expires_in: 60, id_token: id_token(claims) }];
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url, p.issuer);
    p.calls.push(url.pathname);
    const json = (status, body) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const html = (body) => response.writeHead(200, { "content-type": "text/html" }).end(`<!DOCTYPE html><title>Provider</title>${body}`);
    if (url.pathname === "/.well-known/openid-configuration") {
      return json(200, {
        issuer: p.issuer, authorization_endpoint: `${p.issuer}/authorize`, token_endpoint: `${p.issuer}/token`, jwks_uri: `${p.issuer}/keys`,
        end_session_endpoint: `${p.issuer}/logout`, response_types_supported: ["code"], subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"], code_challenge_methods_supported: ["S256"], authorization_response_iss_parameter_supported: true,
      });
    }
    if (url.pathname === "/keys") return json(200, { keys: [{ ...key.publicKey.export({ format: "jwk" }), kid: key.kid, use: "sig", alg: "RS256" }] });
    if (url.pathname === "/authorize") {
      const asked = url.searchParams;
      const right = asked.get("response_type") === "code" && asked.get("client_id") === client.id && asked.get("code_challenge_method") === "S256" &&
        asked.get("scope").split(" ").includes("openid") && p.redirects.includes(asked.get("redirect_uri"));
      if (!right) return html(`<h1>Bad request</h1><p>${escape(request.url)}</p>`);
      const hidden = [...asked].map(([n, v]) => `<input type="hidden" name="${escape(n)}" value="${escape(v)}">`).join("");
      return html(`<h1>Who are you?</h1><form action="/decide">${hidden}${Object.keys(users).map((u) => `<button name="user" value="${u}">${u}</button>`).join("")}<button name="user" value="">Cancel</button></form>`);
    }
    if (url.pathname === "/decide") {
      const back = new URL(url.searchParams.get("redirect_uri"));
      back.searchParams.set("state", url.searchParams.get("state"));
      back.searchParams.set("iss", p.issuer);
      if (url.searchParams.get("user")) {
        const code = base64url(randomBytes(16));
        p.codes.set(code, url.searchParams);
        back.searchParams.set("code", code);
      } else {
        back.searchParams.set("error", "access_denied");
      }
      if (p.mode === "link") return html(`<h1>Go back</h1><a href="${escape(back.href)}">Go back</a>`);
      return response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname === "/logout") {
      return html(`<h1>Signed out of the provider</h1><a href="${escape(url.searchParams.get("post_logout_redirect_uri"))}">Back</a>`);
    }
    if (url.pathname === "/token" && request.method === "POST") {
      let body = "";
      for await (const part of request) body += part;
      if (p.mode === "silent") return p.waiting.push(response); // until somebody answers, or the client gives up
      if (p.mode === "redirect") return response.writeHead(307, { location: `${p.issuer}/elsewhere` }).end();
      return json(...token(new URLSearchParams(body), request.headers.authorization));
    }
    if (url.pathname === "/favicon.ico") return response.writeHead(204).end();
    return json(404, {});
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  p.issuer = `http://localhost:${server.address().port}`;
  p.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return p;
}
