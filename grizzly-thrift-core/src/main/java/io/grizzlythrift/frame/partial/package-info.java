/**
 * A message that spans several reads: the bytes received so far, and when it began.
 *
 * <pre>
 *   assemblers (frame), IncomingMessage (exchange)
 *      |
 *      |-- PartialFrame        the bytes: how far their array grows ahead (GROWTH), charged first; trimmed
 *      |      |
 *      |      v
 *      |   LargeArrayPool      the arrays of up to 4 completed large frames, for frames of about the same length
 *      |
 *      +-- IncompleteFrame     number and start time of such a message, for its timeout; no bytes
 * </pre>
 */
package io.grizzlythrift.frame.partial;
