/**
 * Servers by DNS. Needs {@code dnsjava:dnsjava}.
 *
 * <pre>
 *   {@link io.grizzlythrift.client.discovery.dns.DnsResolver}   name, DNS servers and intervals; a PollingResolver (discovery) makes a lookup when the time to
 *      |             live is over, and when a server cannot be connected
 *      v
 *   DnsLookup     A and AAAA records, or SRV records --> servers, and how long they are valid
 * </pre>
 */
package io.grizzlythrift.client.discovery.dns;
