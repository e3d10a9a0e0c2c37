/**
 * Where the servers of a client come from.
 *
 * <pre>
 *   {@link io.grizzlythrift.client.discovery.Resolver}.start(Listener) ---> Resolution: refresh(), close()
 *      ^                   |
 *      |                   +--- resolved(servers) | failed(cause) ---> the client
 *      |
 *      |-- {@link io.grizzlythrift.client.discovery.FixedResolver}      a list, known at once; each server only once
 *      |-- {@link io.grizzlythrift.client.discovery.PollingResolver}    name, intervals and a Lookup that may block; start: a new PollingResolution
 *      |       ^              per client. Its Answer: servers, and how long they are valid
 *      |       |-- {@link io.grizzlythrift.client.discovery.FileResolver}   reads the file in an interval, in UTF-8, at most 1 MiB; is it half-written?
 *      |       |-- DnsResolver (dns)
 *      |-- ZooKeeperResolver (zookeeper)
 *
 *   Resolver            interface only; nested: Listener (resolved, failed), Resolution (refresh, close)
 *   PollingResolution   a thread of its own that makes the lookup again and again (step): when it is due, sooner after
 *                       refresh, later after each failure in a row; tells the listener, until closed
 *   ServerListFormat    text of the file --> servers: host:port, weight, zone and other name=value, comments; words what is
 *                       wrong in which line
 * </pre>
 */
package io.grizzlythrift.client.discovery;
