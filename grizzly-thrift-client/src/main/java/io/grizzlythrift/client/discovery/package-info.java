/**
 * Where the servers of a client come from.
 *
 * <pre>
 *   {@link io.grizzlythrift.client.discovery.Resolver}.start(Listener) ---> Resolution: refresh(), close()
 *      ^                   |
 *      |                   +--- resolved(servers) | failed(cause) ---> the client
 *      |
 *      |-- {@link io.grizzlythrift.client.discovery.FixedResolver}      a list, known at once
 *      |-- {@link io.grizzlythrift.client.discovery.PollingResolver}    a Lookup that may block, made again and again: a new PollingResolution, with a thread,
 *      |       ^             per client; its Answer says how long it is valid
 *      |       |-- {@link io.grizzlythrift.client.discovery.FileResolver}   lines of a file, read by ServerListFormat
 *      |       |-- DnsResolver (dns)
 *      |-- ZooKeeperResolver (zookeeper)
 * </pre>
 */
package io.grizzlythrift.client.discovery;
