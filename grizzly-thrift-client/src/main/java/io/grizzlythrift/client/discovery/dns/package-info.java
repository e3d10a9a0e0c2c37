/**
 * Finds servers in DNS. Needs {@code dnsjava:dnsjava}.
 *
 * <pre>
 *   {@link io.grizzlythrift.client.discovery.dns.DnsResolver}   created by users, with a port or for SRV (ofService): checks name, port, DNS servers and intervals; a
 *      |          PollingResolver (discovery) makes a lookup when the time to live expires, and when connecting to a
 *      |          server fails
 *      v
 *   DnsLookup     record: name, port, DNS servers. One lookup by dnsjava (LookupSession, a SimpleResolver per DNS
 *                 server): A and AAAA records, or SRV records of the best priority, with weights --> Answer: servers,
 *                 and how long they are valid (timeToLive); error messages for unknown names and failed lookups
 * </pre>
 */
package io.grizzlythrift.client.discovery.dns;
