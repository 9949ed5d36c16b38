import { withQuery } from "./router.js";

const ROOT = "/api/v1";

/** Longer addresses are refused, with the cookie and the other headers beside them. */
const MAX_ADDRESS = 4000;

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
  return url(path, parameters).length > MAX_ADDRESS;
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
 * Columns: a little-endian 32-bit length, so many bytes of a JSON header, then, each from a multiple of 8 on, steps and
 * values of its fields, as the server's class Columns has them. Gives {header, arrays: [steps, values, steps...]}.
 */
export async function getColumns(path, parameters, signal) {
  const answer = await checked(await fetch(url(path, parameters), { signal }));
  return columnsOf(await answer.arrayBuffer());
}

const ARRAYS = { uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array, float32: Float32Array, float64: Float64Array };

/** The columns in bytes, all as float64. */
function columnsOf(bytes) {
  const length = new DataView(bytes).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
  let at = 4 + length;
  const next = (type, count) => {
    const array = new ARRAYS[type](bytes, Math.ceil(at / 8) * 8, count);
    at = array.byteOffset + array.byteLength;
    return Float64Array.from(array);
  };
  const arrays = header.fields.flatMap((field) => {
    const steps = next(field.steps, field.points);
    let step = header.from;
    for (let i = 0; i < steps.length; i += 1) {
      step += steps[i];
      steps[i] = step;
    }
    return [steps, next(field.values, field.points)];
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
