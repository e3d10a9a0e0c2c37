/**
 * Tracks whether the caller of a call still waits for its reply, and notifies the handler if not.
 *
 * <pre>
 *   notice of the client (CancelNotice, peer)            the connection closes
 *        |                                                    |
 *        v                                                    |
 *   CancelledCalls     of one connection: cancelled sequence  |
 *        |             ids (1024 at most, charged to its      |
 *        |             memory), until their calls end or they |
 *        |             are old; running calls that watch for  |
 *        |             their ids; whether the offer to accept |
 *        |             notices is due                         v
 *        |                                              CancelOnClose   attribute of one connection: calls to
 *        v                                                    |         cancel when it closes (a CloseListener)
 *   CallCancellation   of one call, created on demand: whether it is cancelled, as notified from either side; its
 *        |             listeners (nested, each a Registration) and the thread to interrupt, until the call ends.
 *        |             Nested: the Caller, with its connection
 *        |   CancellableCall   interface: the facts about the call that it needs: sequence id, number, oneway, caller
 *        v
 *   CancelCallbacks    one per server: runs the listeners on its own thread, which ends when idle; logs their
 *                      exceptions; counts cancelled calls
 * </pre>
 */
package io.grizzlythrift.caller;
