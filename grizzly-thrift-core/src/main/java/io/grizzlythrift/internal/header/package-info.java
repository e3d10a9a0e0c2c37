/**
 * Decodes and encodes the header in front of a message in the dialect {@code HEADER}. It knows neither frames nor
 * messages. The format is that of Apache Thrift's THeader, with fbthrift's persistent key-values and zstd.
 *
 * <pre>
 *   frame --> FrameHeader: sequence id, protocol, transforms; key-values on demand
 *                |
 *                +-- Codec (zlib, zstd) --> the payload, within bounds of bytes, ratio and memory
 *
 *   OutgoingHeader, ReplyHeader --> frame
 * </pre>
 */
package io.grizzlythrift.internal.header;
