/**
 * Whether the caller of a call still waits for its reply, and who is notified if it does not.
 *
 * <pre>
 *   notice of the client (CancelNotice, peer)            the connection closes
 *        |                                                    |
 *        v                                                    |
 *   CancelledCalls     of one connection: sequence ids that   |
 *        |             were cancelled, until their calls end  |
 *        |                                                    v
 *        |                                              CancelOnClose   of one connection: calls to cancel when it closes
 *        v                                                    |
 *   CallCancellation   of one call, made when somebody asks: is it cancelled? Told by either side; its listeners, and the
 *        |             thread to interrupt, until the call ends. CancellableCall: the call as it needs to know it
 *        v
 *   CancelCallbacks    one per server: runs the listeners on a thread of its own; logs what they throw; counts cancelled
 *                      calls
 * </pre>
 */
package io.grizzlythrift.caller;
