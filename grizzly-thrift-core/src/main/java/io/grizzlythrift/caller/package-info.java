/**
 * Tracks whether the caller of a call still waits for its reply, and notifies the handler if not.
 *
 * <pre>
 *   notice of the client (CancelNotice, peer)            the connection closes
 *        |                                                    |
 *        v                                                    |
 *   CancelledCalls     of one connection: cancelled sequence  |
 *        |             ids (1024 at most, charged to its      |
 *        |             memory), each with a Notice: when, and |
 *        |             how many calls were accepted; until    |
 *        |             their calls end (take) or they are     |
 *        |             old (forget); running calls that watch |
 *        |             for their ids; whether the offer to    |
 *        |             accept notices is due                  v
 *        |                                              CancelOnClose   attribute of one connection: calls to
 *        v                                                    |         cancel when it closes (a CloseListener)
 *   CallCancellation   of one call, created on demand: is it cancelled: by a notice, or because its connection is
 *        |             closed (isGone)? watch: adds itself to both of the above; cancel: counts it, interrupts its
 *        |             thread, has its listeners run (onCancel; nested, each a Registration), until the call ends.
 *        |             Nested: the Caller, with its connection
 *        |   CancellableCall   interface: the facts about the call that it needs: sequence id, number, oneway, caller
 *        v
 *   CancelCallbacks    one per server: runs the listeners on its own thread (a ThreadPoolExecutor), which ends when
 *                      idle; none once the server has stopped; logs their exceptions; counts cancelled calls
 * </pre>
 */
package io.grizzlythrift.caller;
