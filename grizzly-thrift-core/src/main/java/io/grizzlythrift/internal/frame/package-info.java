/**
 * Turns the bytes of a connection into messages and back. A request that is malformed or ambiguous is refused, so that
 * nothing can be smuggled behind it.
 *
 * <pre>
 *   one read
 *      v
 *   FrameFilter           all use of Grizzly is here: connection, buffer, filter chain
 *      |-- DialectDetector    tells the dialect by the first bytes (FormatGuess)
 *      |-- DialectSwitch      one assembler for each dialect, from message to message
 *      |     |-- FrameAssembler      framed; HeaderParser if frames have headers
 *      |     |-- UnframedAssembler   asks a MessageScanner where a message ends
 *      |     +-- HttpAssembler       HeadParser, RequestHead, HttpEvent
 *      +-- LargeFrameReader   the rest of a large frame, straight from the channel
 *      v
 *   FrameBatch            all messages that the read completed; FrameOutput: replies
 * </pre>
 */
package io.grizzlythrift.internal.frame;
