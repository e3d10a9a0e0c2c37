/**
 * Extensions of plain Thrift messages that this project's client and server exchange. Other peers can read the same
 * messages as usual.
 *
 * <pre>
 *   client -- first call of a connection: sequence id {@link io.grizzlythrift.peer.CloseNotice#CLIENT_ID} --> server
 *   client &lt;-- {@link io.grizzlythrift.peer.CloseNotice}: send no more calls, and close; encoded as an exception
 *                            message of no call (NOTICE_ID); recognized here, by its TMessage (is). With a frame header
 *                            for clients that use headers -- server
 *   client &lt;-- {@link io.grizzlythrift.peer.RejectedCall}: this call never ran, and why; a TApplicationException
 *                            with one more field, the Reason (an enum, here), written and read (readRejection) field
 *                            by field, with a TProtocol; an ErrorReply, which has no stack trace -- server
 *
 *   with headers only:
 *   client -- {@link io.grizzlythrift.peer.ClientTimeout}: the time that the call may still take; a header of fbthrift,
 *                            milliseconds, read from a FrameHeader and parsed: none, invalid, or nanoseconds (at most a
 *                            year) --&gt; server
 *   client -- {@link io.grizzlythrift.peer.CancelNotice}: the client no longer waits for this call; a oneway message
 *                            without a method, encoded here, the sequence id in a header; recognized by its FrameHeader
 *                            (of); only to servers whose first reply accepts notices --&gt; server
 *   client -- {@link io.grizzlythrift.peer.PreviousAttempts}: this call was tried before, so calls that its handler
 *                            makes must not be retried; a number of attempts in an optional header, parsed: 0 if
 *                            invalid, at most 1000 --&gt; server
 * </pre>
 */
package io.grizzlythrift.peer;
