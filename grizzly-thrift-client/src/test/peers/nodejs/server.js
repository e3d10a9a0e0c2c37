'use strict';
// Serves every method of UuidPeers. Prints its port, and ends when its input does.
//
// usage: node server.js PORT binary|compact|json FIELDS framed|unframed|header [PEM]
// PORT 0 takes any free one; FIELDS are the optional fields that stay unset, with commas between; PEM is a file with the
// key and the certificate of the server.

const thrift = require('thrift');
const { Busy, Rejected } = require('peers_types');
const UuidPeers = require('UuidPeers');
const { HOST, port, dialect, pem, options, point, everything, uuids, differences, requireFrame } = require('./common');

const PATIENCE_MILLIS = 10000;

const notes = [];
const waitingForNotes = [];

const echo = (value) => value;

function compared(sample, actual) {
  for (const difference of differences(sample, actual)) {
    throw new Rejected(difference);
  }
  return sample;
}

function fail(kind) {
  switch (kind) {
    case 1:
      throw new Rejected({ field: 'kind', reason: '1' });
    case 2:
      throw new Busy({ retryAfter: 250, where: point() });
    case 3:
      throw new Error('not declared');
    default:
      return -kind;
  }
}

function noted(atLeast) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${notes.length} notes of ${atLeast}`)), PATIENCE_MILLIS);
    const look = () => {
      if (notes.length >= atLeast) {
        clearTimeout(timer);
        resolve(notes.reduce((sum, value) => sum + value, 0));
      }
    };
    waitingForNotes.push(look);
    look();
  });
}

const handler = {
  ping() {},
  exchange: (mine) => compared(everything(), mine),
  exchangeUuids: (mine) => compared(uuids(), mine),
  subtract: (left, right) => left - right,
  fail,
  failQuietly: (kind) => void fail(kind),
  note(value) {
    notes.push(value);
    waitingForNotes.forEach((look) => look());
  },
  noted,
};
for (const type of ['Bool', 'Byte', 'Short', 'Int', 'Long', 'Double', 'String', 'Binary', 'Colour', 'Point', 'Shape',
  'Path', 'Set', 'Map', 'Millis', 'Uuid']) {
  handler[`echo${type}`] = echo;
}

/** Replies with each header of a call, with a prefix before its name. Replies carry those of the last call read. */
class HeaderReturningProcessor extends UuidPeers.Processor {
  process(input, output) {
    const { readMessageBegin } = input;
    input.readMessageBegin = () => {
      requireFrame(input.trans);
      input.trans.clearReadHeaders();
      input.trans.clearWriteHeaders();
      const message = readMessageBegin.call(input);
      for (const [name, value] of Object.entries(input.trans.getReadHeaders())) {
        input.trans.setWriteHeader(`reply-${name}`, value);
      }
      return message;
    };
    try {
      super.process(input, output);
    } finally {
      input.readMessageBegin = readMessageBegin;
    }
  }
}

const processor = new (dialect === 'header' ? HeaderReturningProcessor : UuidPeers.Processor)(handler);
const server = thrift.createMultiplexServer(processor, pem ? { ...options, tls: { key: pem, cert: pem } } : options);
server.on('error', (error) => console.error(error));
server.listen(port, HOST, () => console.log(server.address().port));
process.stdin.on('end', () => process.exit(0)).resume();
