/**
 * Decodes and encodes the header in front of a message in the dialect {@code HEADER}. Independent of frames and
 * messages.
 *
 * <pre>
 *   frame --&gt; FrameHeader       parse: magic number, flags, sequence id, protocol id, transforms; key-values on
 *                |              demand, by name or as a map, with those inherited from the connection (effective) or
 *                |              without; whether it asks to drain; restore: undoes the transforms of the payload;
 *                |              restoreBeginning: of its first bytes; detached: copied from the frame
 *                |-- HeaderBytes        reads varints and strings, bounded by the header; compares names, ignoring case
 *                |-- LimitedInputStream bounds each transform while only the beginning of a payload is restored
 *                |-- HeaderException    malformed header: the connection is no longer usable
 *                |-- InflatedPayload    the growing array of a payload while it is decompressed; bounds bytes, ratio,
 *                |                      memory
 *                |-- TransformException unknown transform, malformed or too large payload: only this message is lost
 *                v
 *             Transform         zlib or zstd, by its id on the wire; whether it is available; delegates to:
 *                |-- Zlib               compress, decompress (into an InflatedPayload) with java.util.zip
 *                |-- Zstd               zstd-jni, if present (nested: the Library); bounds the window of a frame
 *                ^
 *   OutgoingHeader              record; encode: the same fields to bytes (varints, padding); transform: compresses the
 *                |              payload; forPayload: without transforms, if receivers would refuse the ratio
 *                |-- ReplyHeader        the header of a reply: repeats fields of its call; collects headers of handlers
 *                |                      and of the server until it is encoded (close); adds ":drain" if the connection
 *                |                      is about to close
 *                v
 *             frame
 *
 *   HeaderMap                   headers by name, ignoring case, and how their size is computed; immutable: with,
 *                               withAll, plus
 * </pre>
 */
package io.grizzlythrift.header;
