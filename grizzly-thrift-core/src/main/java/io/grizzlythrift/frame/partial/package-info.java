/**
 * A message that spans several reads: its bytes so far, and since when it is incomplete.
 *
 * <pre>
 *   assemblers (frame), IncomingMessage (exchange)
 *      |
 *      |-- PartialFrame        the bytes: how far their array grows ahead (GROWTH), charged before; trimmed
 *      |      |
 *      |      v
 *      |   LargeArrayPool      the arrays of up to 4 large frames that have ended, for frames of about the same length
 *      |
 *      +-- IncompleteFrame     number and start time of such a message, for its timeout; no bytes
 * </pre>
 */
package io.grizzlythrift.frame.partial;
