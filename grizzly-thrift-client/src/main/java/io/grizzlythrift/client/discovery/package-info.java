/**
 * Finds the servers of a client.
 *
 * <pre>
 *   {@link io.grizzlythrift.client.discovery.Resolver}.start(Listener) ---> Resolution: refresh(), close()
 *      ^                   |
 *      |                   +--- resolved(servers) | failed(cause) ---> the client
 *      |
 *      |-- {@link io.grizzlythrift.client.discovery.FixedResolver}      a list, known at once; each server only once
 *      |-- {@link io.grizzlythrift.client.discovery.PollingResolver}    name, intervals and a Lookup that may block; start creates a PollingResolution per
 *      |       ^              client. Answer: servers, and how long they are valid
 *      |       |-- {@link io.grizzlythrift.client.discovery.FileResolver}   reads the file at an interval, in UTF-8, at most 1 MiB; rejects half-written files
 *      |       |-- DnsResolver (dns)
 *      |-- ZooKeeperResolver (zookeeper)
 *
 *   Resolver            interface only; nested: Listener (resolved, failed), Resolution (refresh, close)
 *   PollingResolution   a thread that repeats the lookup (step): when it is due, sooner after refresh, later after each
 *                       failure in a row; notifies the listener, until closed
 *   ServerListFormat    text of the file --> servers: host:port, weight, zone and other name=value, comments; errors
 *                       with the number of the line
 * </pre>
 */
package io.grizzlythrift.client.discovery;
