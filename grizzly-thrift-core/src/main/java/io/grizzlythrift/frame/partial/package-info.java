/**
 * A message that spans several reads: the bytes received so far, and when it began.
 *
 * <pre>
 *   assemblers (frame), IncomingMessage (exchange)
 *      |
 *      |-- PartialFrame        the bytes (append): how far their array grows ahead (GROWTH), charged first, released at
 *      |      |                the end; trimmed
 *      |      v
 *      |   LargeArrayPool      the arrays of up to 4 completed large frames, for frames of about the same length;
 *      |                       static, by SoftReference
 *      |
 *      +-- IncompleteFrame     number and start time of such a message, for its timeout; no bytes
 * </pre>
 */
package io.grizzlythrift.frame.partial;
