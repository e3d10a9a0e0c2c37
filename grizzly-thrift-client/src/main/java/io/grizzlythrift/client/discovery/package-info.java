/**
 * Finds the servers of a client. A resolver delivers whole lists of servers to its listener, for as long as the client
 * is open, and says why it failed if it has none.
 *
 * <pre>
 *   Resolver.start(Listener) --> Resolution: refresh, close
 *      |                              |
 *      |                              +--> resolved(servers) or failed(cause) --> the client
 *      |-- FixedResolver       a list, known at once
 *      |-- PollingResolver     repeats a lookup that may block, on a thread of its own
 *      |     |-- FileResolver       a text file
 *      |     +-- DnsResolver        addresses, or SRV records; needs dnsjava
 *      +-- ZooKeeperResolver   watches nodes; needs curator-x-discovery
 * </pre>
 */
@NullMarked
package io.grizzlythrift.client.discovery;

import org.jspecify.annotations.NullMarked;
