'use strict';
// Calls every method of a server of UuidPeers and checks the answers. Prints "ok", or fails with what was wrong.
//
// usage: node client.js PORT binary|compact|json FIELDS framed|unframed|header|http [PEM]
// FIELDS are the optional fields that stay unset, with commas between; PEM is the file of a trusted authority.

const Int64 = require('node-int64');
const thrift = require('thrift');
const { Busy, Rejected } = require('peers_types');
const NewerPeers = require('NewerPeers');
const UuidPeers = require('UuidPeers');
const {
  HOST, port, protocol, dialect, pem, options, point, everything, uuids, same, differences, show,
  requireFrame,
} = require('./common');

const IN_FLIGHT = 100;
const LONG = [...Array(30000).keys()].map((i) => `ß${i}`).join('');
const { INTERNAL_ERROR, UNKNOWN_METHOD } = thrift.Thrift.TApplicationExceptionType;

function check(expected, actual, what, isSet) {
  if (!same(expected, actual, isSet)) {
    throw new Error(`${what}: expected ${show(expected)}, got ${show(actual)}`);
  }
}

function checkStruct(expected, actual, what) {
  for (const { field, reason } of differences(expected, actual)) {
    throw new Error(`${what}: ${field}: ${reason}`);
  }
}

async function raised(kind, what, call) {
  let result;
  try {
    result = await call;
  } catch (error) {
    if (error instanceof kind) {
      return error;
    }
    throw new Error(`${what}: ${kind.name} expected, got ${show(error)}`);
  }
  throw new Error(`${what}: ${kind.name} expected, got ${show(result)}`);
}

async function checkEchoes(client) {
  const sample = everything();
  const echoes = {
    echoBool: [true, false],
    echoByte: sample.bytes,
    echoShort: sample.shorts,
    echoInt: sample.ints,
    echoLong: sample.longs,
    echoDouble: [...sample.doubles, ...(sample.oddDoubles || []), ...(sample.zeros || [])],
    echoString: [...sample.strings, LONG],
    echoBinary: [...sample.blobs, Buffer.concat([sample.blobs[4], Buffer.from(LONG)])],
    echoColour: [sample.colour],
    echoPoint: [sample.point],
    echoShape: sample.shapes,
    echoPath: [sample.path],
    echoSet: [sample.words, []],
    echoMap: [sample.ages, {}],
    echoMillis: [sample.timeout],
    echoUuid: [uuids().one],
  };
  for (const [method, values] of Object.entries(echoes)) {
    for (const value of values) {
      check(value, await client[method](value), method, method === 'echoSet');
    }
  }
}

async function checkFailures(client) {
  check(5, await client.fail(-5), 'fail');
  check(undefined, await client.failQuietly(0), 'failQuietly');
  for (const method of ['fail', 'failQuietly']) {
    const rejected = await raised(Rejected, method, client[method](1));
    checkStruct(new Rejected({ field: 'kind', reason: '1' }), rejected, method);
    const busy = await raised(Busy, method, client[method](2));
    checkStruct(new Busy({ retryAfter: new Int64(250), where: point() }), busy, method);
    const unexpected = await raised(thrift.Thrift.TApplicationException, method, client[method](3));
    check(INTERNAL_ERROR, unexpected.type, method);
  }
}

async function checkOneway(client) {
  for (let value = 0; value < 10; value++) {
    client.note(value);
  }
  check(new Int64(45), await client.noted(10), 'noted');
}

async function checkPipeline(client) {
  const values = [...Array(IN_FLIGHT).keys()];
  check(values, await Promise.all(values.map((value) => client.echoInt(value))), 'echoInt in flight');
}

/** The server returns each header, with a prefix before its name. */
async function checkHeaders(client) {
  for (const [call, value] of ['first', '', 'Grüße', 'long'.repeat(100)].entries()) {
    client.output.setWriteHeader('call', `${call}`);
    client.output.setWriteHeader('value', value);
    check(call, await client.echoInt(call), 'echoInt');
    check({ 'reply-call': `${call}`, 'reply-value': value }, headersOfReply, 'headers');
  }
  client.output.clearWriteHeaders();
  await client.ping();
  check({}, headersOfReply, 'headers of a call without headers');
}

const subprotocols = { binary: 0, compact: 2 };
let headersOfReply = {};

/** Generated clients flush the transport, and only THeaderProtocol.flush would write the header. */
class HeaderTransport extends thrift.TBufferedTransport {
  constructor(...args) {
    super(...args);
    this.setProtocolId(subprotocols[protocol]);
  }

  flush() {
    this.writeHeaders();
    super.flush();
  }
}

/** Clients have no access to the transport of replies, which also keeps the headers of earlier ones. */
class HeaderProtocol extends thrift.THeaderProtocol {
  readMessageBegin() {
    requireFrame(this.trans);
    this.trans.clearReadHeaders();
    const message = super.readMessageBegin();
    headersOfReply = this.trans.getReadHeaders();
    return message;
  }
}

function connect() {
  if (dialect === 'http') {
    return thrift.createHttpConnection(HOST, port, { ...options, path: '/thrift' });
  }
  const all = dialect === 'header' ? { transport: HeaderTransport, protocol: HeaderProtocol } : options;
  return pem ? thrift.createSSLConnection(HOST, port, { ...all, ca: pem }) : thrift.createConnection(HOST, port, all);
}

async function main() {
  const connection = connect();
  connection.on('error', fail);
  const client = thrift.createClient(UuidPeers, connection);
  check(undefined, await client.ping(), 'ping');
  checkStruct(everything(), await client.exchange(everything()), 'exchange');
  checkStruct(uuids(), await client.exchangeUuids(uuids()), 'exchangeUuids');
  await checkEchoes(client);
  check(new Int64(-(2 ** 40) - 2), await client.subtract(-(2 ** 40), 2), 'subtract');
  await checkFailures(client);
  await checkOneway(client);
  await checkPipeline(client);
  if (dialect === 'header') {
    await checkHeaders(client);
  }
  // Last, because one connection has one client.
  const newer = thrift.createClient(NewerPeers, connection);
  const unknown = await raised(thrift.Thrift.TApplicationException, 'added', newer.added(1));
  check(UNKNOWN_METHOD, unknown.type, 'added');
  await newer.ping();
  if (dialect !== 'http') {
    connection.end();
  }
  console.log('ok');
}

function fail(error) {
  console.error(error);
  process.exit(1);
}

main().catch(fail);
