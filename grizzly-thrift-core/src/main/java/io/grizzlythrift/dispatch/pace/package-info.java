/**
 * Looks up, from the bytes of a call, what the strategy has learned about how long calls of its method take.
 */
package io.grizzlythrift.dispatch.pace;
