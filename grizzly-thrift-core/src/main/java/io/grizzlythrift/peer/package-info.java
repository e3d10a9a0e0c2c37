/**
 * Extensions of plain Thrift messages that this project's client and server exchange. Other peers can read the same
 * messages as usual.
 *
 * <pre>
 *   client -- first call of a connection: its sequence id says: I understand a CloseNotice --> server
 *   client &lt;-- CloseNotice: send no more calls, and close -- server
 *   client &lt;-- RejectedCall: this call never ran, and why -- server
 *
 *   with headers only:
 *   client -- ClientTimeout: the time that the call may still take --> server
 *   client -- CancelNotice: nobody waits for this call any longer --> server
 *   client -- PreviousAttempts: this call was tried before --> server
 * </pre>
 */
package io.grizzlythrift.peer;
