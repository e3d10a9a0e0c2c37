/**
 * Tracks which call a thread runs, for {@link io.grizzlythrift.call.CallContext#current()}. A call may run inside
 * another one on the same thread.
 */
package io.grizzlythrift.call.current;
