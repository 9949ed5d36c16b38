import { withQuery } from "./router.js";

const ROOT = "/api/v1";

/** Longer addresses are refused, with the cookie and the other headers beside them. */
const LONGEST_ADDRESS = 4000;

/** What the server said when it could not answer. */
export class ApiError extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

/** Address of an answer. */
export function url(path, parameters) {
  return ROOT + withQuery(path, parameters);
}

async function checked(answer) {
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  throw new ApiError(answer.status, problem.detail ?? `the server answered ${answer.status}`);
}

/** Whether these parameters are too many for an address, so that they are asked for in a body. */
export function isLong(path, parameters) {
  return url(path, parameters).length > LONGEST_ADDRESS;
}

async function ask(path, parameters, signal) {
  if (!isLong(path, parameters)) return checked(await fetch(url(path, parameters), { signal }));
  const headers = { "Content-Type": "application/json" };
  return checked(await fetch(url(path), { method: "POST", headers, body: JSON.stringify(parameters), signal }));
}

/** A JSON document. */
export async function get(path, parameters, signal) {
  return (await ask(path, parameters, signal)).json();
}

/** Bytes, for a download. */
export async function getBlob(path, parameters) {
  return (await ask(path, parameters)).blob();
}

/**
 * Columns: a little-endian 32-bit length, so many bytes of a JSON header, then, from the next multiple of 8 on, the
 * arrays that the header lists one after the other. Gives {header, arrays}.
 */
export async function getColumns(path, parameters, signal) {
  const answer = await checked(await fetch(url(path, parameters), { signal }));
  const bytes = await answer.arrayBuffer();
  const length = new DataView(bytes).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
  let at = Math.ceil((4 + length) / 8) * 8;
  const arrays = header.arrays.map((array) => {
    const values = new Float64Array(bytes, at, array.length);
    at += array.length * 8;
    return values;
  });
  return { header, arrays };
}

/** Sends a JSON document and gives the answer. */
export async function send(method, path, body, headers = {}) {
  const answer = await fetch(url(path), {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return (await checked(answer)).json();
}
