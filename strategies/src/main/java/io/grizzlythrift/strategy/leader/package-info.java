/**
 * Threads that take turns: one runs a selector; after it has read calls it runs them, while another one takes over the
 * selector. The selector changes hands only if a follower is idle, so it is never left without a thread.
 */
package io.grizzlythrift.strategy.leader;
