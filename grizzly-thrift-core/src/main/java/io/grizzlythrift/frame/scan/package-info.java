/**
 * Finds the end of a message without a length prefix.
 *
 * <pre>
 *   pieces of a byte stream (UnframedAssembler)
 *      v
 *   MessageScanner      scan: the index after the message, or MORE; skips values of a known size; stack of open
 *      |                structs, lists and maps (types, elements left); limits of bytes and depth; least number of
 *      |                missing bytes. The same for both protocols; abstract: next byte, sizes of types
 *      |-- BinaryScanner     strict binary: which Part comes next, of a fixed size: version, field type, list and map
 *      |                     headers
 *      |-- CompactScanner    compact: which Part comes next: varints, sequence id, field headers of one byte, short and
 *      |                     long lists
 *   MalformedMessageException   the bytes are not a message, or the message is too long or too deep
 * </pre>
 */
package io.grizzlythrift.frame.scan;
