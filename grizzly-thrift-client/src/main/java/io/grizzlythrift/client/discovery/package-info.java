/**
 * Finds the servers of a client.
 *
 * <pre>
 *   {@link io.grizzlythrift.client.discovery.Resolver}.start(Listener) ---> Resolution: refresh(), close()
 *      ^                   |
 *      |                   +--- resolved(servers) | failed(cause) ---> the client
 *      |
 *      |-- {@link io.grizzlythrift.client.discovery.FixedResolver}      a list, known at once; each server only once; toString joins the names
 *      |-- {@link io.grizzlythrift.client.discovery.PollingResolver}    name, minInterval, maxInterval and a Lookup that may block; start creates a
 *      |       ^              PollingResolution per client. Nested: Answer, a record: servers, validFor
 *      |       |-- {@link io.grizzlythrift.client.discovery.FileResolver}   reads the file at an interval (Reads), in UTF-8, at most 1 MiB; rejects a
 *      |       |                  half-written file, without a last line end, unless two reads find the same; sets both
 *      |       |                  intervals of a PollingResolver
 *      |       |-- DnsResolver (dns)
 *      |-- ZooKeeperResolver (zookeeper)
 *
 *   Resolver            interface only; nested: Listener (resolved, failed), Resolution (refresh, close)
 *   PollingResolution   a thread (DaemonLoop) that repeats the lookup (step): when it is due, sooner after refresh,
 *                       later after each failure in a row (failurePause); notifies the listener (deliver), until closed
 *   ServerListFormat    text of the file --> servers: host:port or [address]:port, weight, zone, other name=value as
 *                       metadata, comments; errors with the number of the line, also if a server is there twice
 * </pre>
 */
package io.grizzlythrift.client.discovery;
