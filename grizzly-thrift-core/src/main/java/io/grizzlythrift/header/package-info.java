/**
 * Decodes and encodes the header in front of a message in the dialect {@code HEADER}. Independent of frames and
 * messages.
 *
 * <pre>
 *   frame --&gt; FrameHeader       parse: magic number, flags, sequence id, protocol id, transforms (at most 4); the
 *                |              key-value pairs (also persistent ones) on demand, by name or as a map, with those
 *                |              inherited from the connection (effective) or without; whether it asks to drain;
 *                |              restore: undoes the transforms of the payload, in reverse; restoreBeginning: of its
 *                |              first bytes; detached: copied from the frame. Nested: the InfoCheck of parse, which
 *                |              adds up the size of the pairs
 *                |-- HeaderBytes        reads or skips varints and strings, bounded by the header; compares names,
 *                |                      ignoring case
 *                |-- LimitedInputStream bounds each transform while only the beginning of a payload is restored
 *                |-- HeaderException    malformed header: the connection is no longer usable
 *                |-- InflatedPayload    the growing array of a payload while it is decompressed (arrayWithRoom);
 *                |                      bounds bytes, ratio, memory (charge)
 *                |-- TransformException unknown transform, malformed or too large payload: only this message is lost
 *                v
 *             Transform         zlib or zstd, by its id on the wire; whether it is available; its codec
 *                |-- Codec              interface: compress, decompress (into an InflatedPayload), decompressing (as a
 *                |   |                  stream); one each, stateless
 *                |   |-- Zlib           with java.util.zip: Deflater, Inflater
 *                |   `-- Zstd           with contexts of zstd-jni, if present (nested: the Library looks for it);
 *                |                      bounds the window of a stream
 *                ^
 *   OutgoingHeader              record; encode: the same fields to bytes (varints, padding to words); transform:
 *                |              compresses the payload; forPayload: without transforms, if receivers would refuse the
 *                |              ratio. Written by MessageTransport (message) and MessageWriter (compat)
 *                |-- ReplyHeader        the header of a reply: repeats fields of its call; collects headers of handlers
 *                |                      (add) and of the server, synchronized, until it is encoded (close); adds
 *                |                      ":drain" if the connection is about to close
 *                v
 *             frame
 *
 *   HeaderMap                   headers by name, ignoring case, and how their size is computed (PAIR_BYTES) and
 *                               limited; immutable: with, withAll, plus
 * </pre>
 */
package io.grizzlythrift.header;
