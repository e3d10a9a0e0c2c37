'use strict';
// What the client and the server share: the arguments of the command, dialects, and the sample of every type.

const fs = require('fs');
const { inspect, isDeepStrictEqual } = require('util');
const Int64 = require('node-int64');
const thrift = require('thrift');
const { Colour, Everything, Point, Shape } = require('peers_types');
const { Uuids } = require('peers_uuid_types');

const [, , port, protocol, leftOut = '', dialect = 'framed', pem] = process.argv;

const protocols = { binary: thrift.TBinaryProtocol, compact: thrift.TCompactProtocol, json: thrift.TJSONProtocol };
const transports = {
  framed: thrift.TFramedTransport, unframed: thrift.TBufferedTransport, http: thrift.TBufferedTransport,
};

/** The options of a connection or a server, without those of TLS. */
const options = dialect === 'header'
  ? { transport: thrift.TBufferedTransport, protocol: thrift.THeaderProtocol }
  : { transport: transports[dialect], protocol: protocols[protocol] };

/** Leaves the optional fields unset that the command names. */
function withoutLeftOut(struct) {
  for (const name of leftOut.split(',').filter((field) => field in struct)) {
    struct[name] = null;
  }
  return struct;
}

// Numbers beyond 53 bits. Objects have only strings as keys, so there is no map from structs.
const MIN_LONG = new Int64('8000000000000000');
const MAX_LONG = new Int64('7fffffffffffffff');

const point = () => new Point({ x: 3, y: -4, label: 'p' });

const everything = () => withoutLeftOut(new Everything({
  yes: true,
  no: false,
  flags: [true, false, true],
  bytes: [-128, -1, 0, 1, 127],
  shorts: [-32768, -1, 0, 1, 32767],
  ints: [-(2 ** 31), -1, 0, 1, 2 ** 31 - 1],
  longs: [MIN_LONG, new Int64('ffdfffffffffffff'), new Int64(-1), new Int64(0), new Int64(1),
    new Int64('0020000000000001'), MAX_LONG],
  doubles: [0, 1, -1.5, 0.1, 5e-324, 1.7976931348623157e308, -1e-7],
  oddDoubles: [Infinity, -Infinity, NaN],
  strings: ['', 'a', 'tab\t line\n quote" back\\ slash/', 'Grüße', '日本語', '😀'],
  controls: '\x00\x1f\x7f',
  blobs: [[], [0xff], [0, 1], [0x80, 0x7f, 0xfe], [...Array(256).keys()]].map((bytes) => Buffer.from(bytes)),
  colour: Colour.FAR,
  point: point(),
  shapes: [
    new Shape({ dot: new Point({ x: 1, y: 2, weight: 9 }) }),
    new Shape({ line: [new Point({ x: 0, y: 0 }), new Point({ x: 5, y: 5, label: 'end' })] }),
    new Shape({ name: 'circle' }),
  ],
  numbers: [-1, 0, 2 ** 31 - 1],
  words: ['', 'a', 'ß'],
  points: [new Point({ x: 1, y: 2 }), new Point({ x: 1, y: 2, label: 'l' })],
  ages: { '': 0, ann: 30, bob: -1 },
  lists: { '-5': ['x', 'y'], 5: [] },
  nested: { outer: { 7: [Colour.RED, Colour.FAR], 8: [] }, empty: {} },
  byLong: { '9223372036854775807': 0.5, '-1': -0.5 },
  timeout: new Int64(86400000000),
  path: [new Point({ x: 0, y: 0 }), new Point({ x: -1, y: -1 })],
  present: 'there',
  emptyList: [],
  emptySet: [],
  emptyMap: {},
  sixteen: [...Array(16).keys()],
  zeros: [0, -0],
}));

const uuids = () => withoutLeftOut(new Uuids({
  one: '00112233-4455-6677-8899-aabbccddeeff',
  many: [
    '00112233-4455-6677-8899-aabbccddeeff',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ],
}));

/** Sets are arrays here, which come in any order; an Int64 differs from itself by the buffer it lies in. */
function comparable(value, isSet) {
  if (value instanceof Int64) {
    return `Int64 ${value.toOctetString()}`;
  }
  if (Array.isArray(value)) {
    const all = value.map((element) => comparable(element, false));
    return isSet ? all.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : all;
  }
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, comparable(field, SETS.has(name))]));
}

// Names of fields and keys of maps that hold a set.
const SETS = new Set(['numbers', 'words', 'points', 'emptySet', '7', '8']);

const same = (expected, actual, isSet = false) =>
  isDeepStrictEqual(comparable(expected, isSet), comparable(actual, isSet));

/** The names of the fields that differ, each with a reason. */
function differences(expected, actual) {
  return Object.keys(expected)
    .filter((field) => !same(expected[field], actual[field], SETS.has(field)))
    .map((field) => ({ field, reason: `expected ${show(expected[field])}, got ${show(actual[field])}` }));
}

const show = (value) => inspect(value, { depth: 6 }).slice(0, 300);

/** Waits for a whole frame: THeaderProtocol takes the first bytes of one for a message without headers. */
function requireFrame(transport) {
  transport.ensureAvailable(4);
  transport.ensureAvailable(4 + transport.inBuf.readInt32BE(transport.readCursor));
}

module.exports = {
  HOST: '127.0.0.1',
  port: Number(port),
  protocol,
  dialect,
  pem: pem && fs.readFileSync(pem),
  options,
  point,
  everything,
  uuids,
  same,
  differences,
  show,
  requireFrame,
};
