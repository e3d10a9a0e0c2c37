/**
 * Tracks whether the caller of a call still waits for its reply, and notifies the handler if not. A notice can arrive
 * before its call is decoded; its sequence id is kept until the call ends.
 *
 * <pre>
 *   cancel notice of the client --+                        +--> listeners of the handler, on a thread of their own
 *                                 +--> CallCancellation ---+
 *   the connection closes --------+                        +--> interrupt of the handler's thread, if enabled
 * </pre>
 */
package io.grizzlythrift.caller;
