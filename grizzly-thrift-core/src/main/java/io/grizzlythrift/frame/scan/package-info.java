/**
 * Finds where a message ends that has no length in front.
 *
 * <pre>
 *   pieces of a byte stream (UnframedAssembler)
 *      v
 *   MessageScanner      scan: the index after the message, or MORE; skips values of a known size, stack of open structs and
 *      |                containers; bounds of bytes and depth; how many bytes are missing at least
 *      |-- BinaryScanner     strict binary: fixed sizes
 *      |-- CompactScanner    compact: varints
 *   MalformedMessageException   the bytes are no message, or one that is too long or too deep
 * </pre>
 */
package io.grizzlythrift.frame.scan;
