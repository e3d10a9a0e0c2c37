// Requests for data. They have a header that pages of other sites cannot add.

const DATA_HEADERS = { "X-Thrift-Console": "1" };

/** The headers of a call. */
const CALL_HEADERS = { ...DATA_HEADERS, "Content-Type": "application/json" };

/** The header with the deadline of a call, in milliseconds. */
const TIMEOUT_HEADER = "Client-Timeout";

/** Gets JSON of the server, by its path below api/. Throws an Error with what the server says. */
async function getData(path, signal) {
  return JSON.parse(await getText(path, signal));
}

/** Gets it as text. */
async function getText(path, signal) {
  const response = await fetch("api/" + path, { headers: DATA_HEADERS, signal, cache: "no-store" });
  if (!response.ok) {
    throw new Error(`${response.status}: ${(await response.text()).slice(0, 300)}`);
  }
  return response.text();
}
