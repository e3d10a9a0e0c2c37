/**
 * What a caller tells a server beyond its calls: extensions of plain Thrift messages, which other peers read as usual,
 * and whether the caller still waits. A notice can arrive before its call is decoded; its sequence id is kept until the
 * call ends.
 *
 * <pre>
 *   client -- first call: its sequence id says that it understands a CloseNotice --> server
 *   client &lt;-- CloseNotice: send no more calls, and close; RejectedCall: never ran, and why -- server
 *   client -- with headers: ClientTimeout, PreviousAttempts, CancelNotice --> server
 *
 *   CancelNotice, or the connection closes --> CallCancellation --> listeners of the handler, on a thread of their own
 *                                                               --> interrupt of the handler's thread, if enabled
 * </pre>
 */
package io.grizzlythrift.internal.call;
