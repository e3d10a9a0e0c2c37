/**
 * Chooses the server of each call. A balancer sees only servers that may take calls now. Its picker runs for each call,
 * on the thread that makes it.
 *
 * <pre>
 *   Balancer.picker(servers) --> Picker.pick(call, server to avoid) --> index of a server
 *      |
 *      |-- peak EWMA     the default: of two random servers the one with less load times latency
 *      |-- round robin   in turn, by weight
 *      +-- rendezvous    by the routing key of the call
 * </pre>
 */
@NullMarked
package io.grizzlythrift.client.balance;

import org.jspecify.annotations.NullMarked;
