/**
 * The header in front of a message in the dialect {@code HEADER}: decoded from and encoded to bytes. Knows neither frames
 * nor messages.
 *
 * <pre>
 *   frame --&gt; FrameHeader       parse: magic number, flags, sequence id, protocol id, transforms; key-values on demand;
 *                |              restore: undoes the transforms of the payload; peek: of its first bytes
 *                |-- HeaderBytes        varints and strings, bounded by the header
 *                |-- LimitedInputStream bounds each transform while only the beginning of a payload is restored
 *                |-- HeaderException    malformed: the connection cannot be used any more
 *                |-- InflatedPayload    bounds a payload while it is decompressed: bytes, ratio, memory
 *                |-- TransformException unknown transform, malformed or too large payload: only this message is lost
 *                v
 *             Transform         zlib or zstd, by its id on the wire
 *                |-- Zlib               java.util.zip
 *                |-- Zstd               zstd-jni, if it is there
 *                ^
 *   OutgoingHeader              encode: the same fields to bytes; transform: compresses the payload
 *                |-- ReplyHeader        that of a reply: repeats fields of its call; collects headers until it is encoded
 *                v
 *             frame
 *
 *   HeaderMap                   headers by name, ignoring case, and the rule for their size; immutable
 * </pre>
 */
package io.grizzlythrift.header;
