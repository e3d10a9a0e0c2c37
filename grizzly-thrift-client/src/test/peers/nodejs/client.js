'use strict';
// Calls every method of a server of UuidPeers and checks the answers. Prints "ok", or fails with what was wrong.
//
// usage: node client.js PORT binary|compact|json [FIELDS]
// FIELDS are the optional fields that stay unset, with commas between.

const Int64 = require('node-int64');
const thrift = require('thrift');
const { Busy, Rejected } = require('peers_types');
const NewerPeers = require('NewerPeers');
const UuidPeers = require('UuidPeers');
const { HOST, port, options, point, everything, uuids, same, differences, show } = require('./common');

const IN_FLIGHT = 100;
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
    echoString: [...sample.strings, 'long ß'.repeat(10000)],
    echoBinary: [...sample.blobs, Buffer.concat(Array(1000).fill(sample.blobs[4]))],
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

async function main() {
  const connection = thrift.createConnection(HOST, port, options);
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
  // Last, because one connection has one client.
  const newer = thrift.createClient(NewerPeers, connection);
  const unknown = await raised(thrift.Thrift.TApplicationException, 'added', newer.added(1));
  check(UNKNOWN_METHOD, unknown.type, 'added');
  await newer.ping();
  connection.end();
  console.log('ok');
}

function fail(error) {
  console.error(error);
  process.exit(1);
}

main().catch(fail);
