/**
 * What this project's client and server tell each other within plain Thrift messages. Other peers read the same messages
 * as they always did.
 *
 * <pre>
 *   client -- first call of a connection: sequence id {@link io.grizzlythrift.peer.CloseNotice#CLIENT_ID} --> server
 *   client &lt;-- {@link io.grizzlythrift.peer.CloseNotice}: call no more, and close; encoded as an exception message of no call; is a message one?
 *                            With a header of its own for clients that use headers -- server
 *   client &lt;-- {@link io.grizzlythrift.peer.RejectedCall}: this call never ran, and why; a TApplicationException with one more field,
 *                            the Reason (an enum, here), written and read field by field -- server
 *
 *   with headers only:
 *   client -- {@link io.grizzlythrift.peer.ClientTimeout}: how long the call may take from now on; a header of fbthrift, parsed: none, invalid,
 *                            or nanoseconds --&gt; server
 *   client -- {@link io.grizzlythrift.peer.CancelNotice}: this call is not waited for; a oneway message of no method, encoded here, the
 *                            sequence id in a header; only to servers whose first reply accepts notices --&gt; server
 *   client -- {@link io.grizzlythrift.peer.PreviousAttempts}: this call was tried before, so calls that its handler makes are not to be
 *                            retried; a number in a header, parsed --&gt; server
 * </pre>
 */
package io.grizzlythrift.peer;
