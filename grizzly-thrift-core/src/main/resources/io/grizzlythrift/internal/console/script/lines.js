// The same call for a shell. Everything is quoted: names come from the server, and arguments may come from a link.

/** Quotes a word for a POSIX shell: nothing in single quotes has a meaning. */
function shellQuote(word) {
  return /^[A-Za-z0-9_.,:\/@%+=-]+$/.test(word) && !word.startsWith("-") ? word : "'" + word.replaceAll("'", "'\\''") + "'";
}

/**
 * Returns a line for thriftcall.
 *
 * @param call {service, method, args, headers, timeout}: args is JSON in one line, headers is a list of [name, value],
 *   timeout is in milliseconds, or null
 * @param server a Location
 * @param describesItself whether the server has the reflection service
 */
function thriftcallLine(call, server, describesItself) {
  const words = ["thriftcall", "call"];
  if (!describesItself) {
    words.push("--idl", "FILE.thrift");
  }
  if (server.protocol === "https:") {
    words.push("--tls");
  }
  for (const [name, value] of call.headers) {
    words.push("--header", shellQuote(name + "=" + value));
  }
  if (call.timeout !== null) {
    words.push("--timeout", call.timeout + "ms");
  }
  words.push(shellQuote(server.host), shellQuote(call.service + "." + call.method), shellQuote(call.args));
  return words.join(" ");
}

/** Returns a line for curl. */
function curlLine(call, server, timeoutHeader) {
  const words = ["curl", "-sS", "-H", "'Content-Type: application/json'"];
  for (const [name, value] of call.headers) {
    words.push("-H", shellQuote(name + ": " + value));
  }
  if (call.timeout !== null) {
    words.push("-H", shellQuote(timeoutHeader + ": " + call.timeout));
  }
  const path = [call.service, call.method].map(encodeURIComponent).join("/");
  words.push("--data-raw", shellQuote(call.args), shellQuote(server.origin + "/call/" + path));
  return words.join(" ");
}

/** Parses lines of headers, "Name: value". Throws an Error for anything else. */
function parseHeaders(text) {
  return text.split("\n").filter(line => line.trim() !== "").map(line => {
    const parts = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s*([\t\x20-\x7e\xa0-\xff]*?)\s*$/.exec(line);
    if (!parts) {
      throw new Error("a header is a line such as Name: value");
    }
    return [parts[1], parts[2]];
  });
}

/** Headers that say who calls. */
const CREDENTIALS = /^\s*(authorization|proxy-authorization|cookie)/i;

/** Returns lines of headers without credentials: the address stays in the history of the browser, and links are shared. */
function withoutCredentials(text) {
  return text.split("\n").filter(line => !CREDENTIALS.test(line)).join("\n");
}
