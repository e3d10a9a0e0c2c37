/**
 * Whether the caller of a call still waits for its reply, and who is notified if it does not.
 *
 * <pre>
 *   notice of the client (CancelNotice, peer)            the connection closes
 *        |                                                    |
 *        v                                                    |
 *   CancelledCalls     of one connection: sequence ids that   |
 *        |             were cancelled (1024 at most, charged  |
 *        |             to its memory), until their calls end  |
 *        |             or they are old; running calls that    |
 *        |             watch for theirs; is the offer to take |
 *        |             notices due?                           v
 *        |                                              CancelOnClose   of one connection, its attribute: calls to cancel
 *        v                                                    |         when it closes (a CloseListener)
 *   CallCancellation   of one call, made when somebody asks: is it cancelled? Told by either side; its listeners (nested, a
 *        |             Registration each), and the thread to interrupt, until the call ends. Nested: the Caller, its connection
 *        |   CancellableCall   interface: the call as it needs to know it: sequence id, number, oneway, caller
 *        v
 *   CancelCallbacks    one per server: runs the listeners on a thread of its own, which ends when idle; logs what they throw;
 *                      counts cancelled calls
 * </pre>
 */
package io.grizzlythrift.caller;
