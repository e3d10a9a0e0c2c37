/**
 * Dispatches the calls of one read: admits them and hands them to a strategy, whose threads run them.
 *
 * <pre>
 *   frames of one read
 *      v
 *   Dispatcher      owns what all calls share; hands calls to the strategy
 *      |-- admission    may they run? How long may they wait?
 *      |-- service      the services, and the processors of a connection
 *      |-- route        the threads and timeouts of a method, if it has its own
 *      +-- pace         is the method quick? For a strategy that learns
 *      v
 *   (the strategy picks a thread)
 *      v
 *   executor        decodes, invokes, encodes; async: replies that come later; failure: calls that fail
 *      v
 *   reply
 * </pre>
 */
package io.grizzlythrift.dispatch;
