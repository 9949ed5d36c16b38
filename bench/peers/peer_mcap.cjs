#!/usr/bin/env node
// Reference peer: one MCAP message per env and step, what robotics people would pick instead of HDF5.
//
// The same 26 fields and signals as peer_h5py.py, packed little-endian into one message of 597 bytes, on one
// channel per env. Every env has values of its own: a chunk holds all of them, and zstd would find one env's rows
// in the next. Chunks of 1 MiB with message indexes, as the library writes them; compressed with zstd or not.
//
// Needs the npm packages of package.json, found through NODE_PATH. Prints one JSON object.
//
//   NODE_PATH=DIR/node_modules node peer_mcap.cjs --num-envs 16 --steps 2000 --out DIR [--compression none|zstd]
"use strict";
const fs = require("fs");
const path = require("path");
const { McapWriter } = require("@mcap/core");

const OBJECTS = ["banana", "bowl", "rubiks_cube"];
const STEPS_PER_SECOND = 15;

function options() {
  const given = { "num-envs": "16", steps: "2000", compression: "none", out: null };
  const words = process.argv.slice(2);
  for (let i = 0; i < words.length; i += 2) {
    const name = words[i].replace(/^--/, "").replace("_", "-");
    if (!(name in given) || words[i + 1] === undefined) {
      throw new Error(`unknown option ${words[i]}`);
    }
    given[name] = words[i + 1];
  }
  if (given.out === null) throw new Error("--out is missing");
  return given;
}

/** dtype and number of elements of every field of a row. */
function schema() {
  const fields = [
    ["f4", 8], ["f4", 3], ["f4", 4], ["f4", 3], ["f4", 3], ["f4", 7], ["f4", 1],
    ["f4", 13], ["f4", 13], ["f4", 7], ["f4", 6], ["u1", 1], ["f4", 1], ["u2", 1],
  ];
  for (const _ of OBJECTS) fields.push(["f4", 7], ["f4", 6], ["i2", 24], ["f2", 3]);
  return fields;
}

const SIZES = { f4: 4, f2: 2, i2: 2, u2: 2, u1: 1 };

/** A linear congruential generator: the same values in every run. */
let state = 1;
function uniform() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return (state + 0.5) / 4294967296;
}

function normal() {
  return Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Bits of the float16 below a float32; subnormal ones become 0. */
function float16Bits(value) {
  const bits = new Uint32Array(new Float32Array([value]).buffer)[0];
  const exponent = ((bits >>> 23) & 0xff) - 127 + 15;
  return ((bits >>> 16) & 0x8000) | (exponent <= 0 ? 0 : (exponent << 10) | ((bits >>> 13) & 0x3ff));
}

function put(view, at, dtype, value) {
  const thousandths = (least, most) => Math.trunc(Math.max(least, Math.min(most, value * 1000)));
  if (dtype === "f4") view.setFloat32(at, value, true);
  else if (dtype === "f2") view.setUint16(at, float16Bits(value), true);
  else if (dtype === "i2") view.setInt16(at, thousandths(-32768, 32767), true);
  else if (dtype === "u2") view.setUint16(at, thousandths(0, 32767), true);
  else view.setUint8(at, thousandths(0, 255));
}

/** Rows of smooth, joint-like signals. */
function makePool(rows) {
  const fields = schema();
  const rowBytes = fields.reduce((sum, [dtype, n]) => sum + SIZES[dtype] * n, 0);
  const pool = Array.from({ length: rows }, () => new Uint8Array(rowBytes));
  let at = 0;
  for (const [dtype, n] of fields) {
    for (let i = 0; i < n; i++, at += SIZES[dtype]) {
      const radiansPerSecond = 0.3 + uniform();
      const amplitude = 0.2 + uniform();
      for (let row = 0; row < rows; row++) {
        const value = Math.sin((row / STEPS_PER_SECOND) * radiansPerSecond) * amplitude + 1e-3 * normal();
        put(new DataView(pool[row].buffer), at, dtype, value);
      }
    }
  }
  return pool;
}

async function compressor(name) {
  if (name === "none") return undefined;
  if (name !== "zstd") throw new Error(`--compression is '${name}'; expected none or zstd`);
  const zstd = require("@foxglove/wasm-zstd");
  await zstd.isLoaded;
  return (data) => ({ compression: name, compressedData: zstd.compress(data) });
}

class File {
  constructor(file) {
    this.handle = fs.openSync(file, "w");
    this.bytes = 0n;
  }

  async write(buffer) {
    let done = 0;
    while (done < buffer.length) done += fs.writeSync(this.handle, buffer, done);
    this.bytes += BigInt(buffer.length);
  }

  position() {
    return this.bytes;
  }
}

async function record(file, pools, steps, compressChunk) {
  const writer = new McapWriter({ writable: file, compressChunk });
  await writer.start({ profile: "", library: "peer" });
  const channels = [];
  for (let env = 0; env < pools.length; env++) {
    channels.push(
      await writer.registerChannel({
        schemaId: 0, topic: `/env_${env}/step`, messageEncoding: "raw", metadata: new Map(),
      }),
    );
  }
  for (let step = 0; step < steps; step++) {
    const time = BigInt(Math.round((step / STEPS_PER_SECOND) * 1e9));
    for (let env = 0; env < pools.length; env++) {
      await writer.addMessage({
        channelId: channels[env], sequence: step, logTime: time, publishTime: time,
        data: pools[env][step % pools[env].length],
      });
    }
  }
  await writer.end();
  fs.closeSync(file.handle);
}

async function main() {
  const given = options();
  const numEnvs = Number(given["num-envs"]);
  const steps = Number(given.steps);
  const pools = Array.from({ length: numEnvs }, () => makePool(Math.min(steps, 512)));
  const compressChunk = await compressor(given.compression);
  fs.mkdirSync(given.out, { recursive: true });
  const name = path.join(given.out, "run_0.mcap");
  const start = process.hrtime.bigint();
  await record(new File(name), pools, steps, compressChunk);
  const wall = Number(process.hrtime.bigint() - start) / 1e9;
  const rowBytes = pools[0][0].length;
  const envSteps = numEnvs * steps;
  console.log(JSON.stringify({
    writer: `mcap-${given.compression}`, num_envs: numEnvs, steps, row_bytes: rowBytes,
    wall_s: wall, env_steps_per_s: envSteps / wall, raw_mb_per_s: (envSteps * rowBytes) / wall / 1e6,
    file_mb: fs.statSync(name).size / 1e6,
  }));
}

main().catch((error) => {
  console.error(`peer_mcap: ${error.message}`);
  process.exit(1);
});
