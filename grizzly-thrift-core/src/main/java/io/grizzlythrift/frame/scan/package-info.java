/**
 * Finds the end of a message without a length prefix.
 *
 * <pre>
 *   pieces of a byte stream (UnframedAssembler; MessageReader in compat)
 *      v
 *   MessageScanner      of: creates one for a protocol. scan: the index after the message, or MORE; skips values of a
 *      |                known size; stack of open structs, lists and maps (types, elements left): openStruct,
 *      |                openList, endValue; limits of bytes and depth; least number of missing bytes. The same for both
 *      |                protocols; abstract: next byte, fixedBytes and expectVariable of a type
 *      |-- BinaryScanner     strict binary: which Part comes next, of a fixed size, collected into a value: version,
 *      |                     field type, list and map headers
 *      |-- CompactScanner    compact: which Part comes next: protocol id, varints, sequence id, field headers of one
 *      |                     byte, short and long lists (pendingType), sizes of maps
 *   MalformedMessageException   the bytes are not a message, or the message is too long or too deep
 * </pre>
 */
package io.grizzlythrift.frame.scan;
