/**
 * Turns bytes into messages and back, in the {@link io.grizzlythrift.frame.Dialect} of each connection. A frame is a
 * 4-byte big-endian length, followed by one Thrift message of that length, optionally with a header. Unframed messages
 * follow each other without lengths.
 *
 * <pre>
 *   one read
 *      v
 *   ThriftFrameFilter     all use of Grizzly is here: connection, buffer, filter chain
 *      |-- DialectDetector    tells the dialect by the first bytes
 *      |-- DialectSwitch      one assembler for each dialect, from message to message
 *      |     |-- FrameAssembler      framed; HeaderParser if frames have headers
 *      |     |-- UnframedAssembler   asks frame.scan where a message ends
 *      |     +-- HttpAssembler       requests (frame.http)
 *      +-- LargeFrameReader   the rest of a large frame, straight from the channel
 *      v
 *   FrameBatch            all messages that the read completed: arrays, offsets and lengths
 * </pre>
 */
package io.grizzlythrift.frame;
