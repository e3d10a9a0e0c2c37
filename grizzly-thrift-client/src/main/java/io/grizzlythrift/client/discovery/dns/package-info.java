/**
 * Servers by DNS. Needs {@code dnsjava:dnsjava}.
 *
 * <pre>
 *   {@link io.grizzlythrift.client.discovery.dns.DnsResolver}   what the user makes: checks name, port, DNS servers and intervals; a PollingResolver
 *      |          (discovery) makes a lookup when the time to live is over, and when a server cannot be connected
 *      v
 *   DnsLookup     one lookup by dnsjava (LookupSession): A and AAAA records, or SRV records of the best priority, with weights
 *                 --> servers, and how long they are valid (timeToLive); words what DNS does not know or answer
 * </pre>
 */
package io.grizzlythrift.client.discovery.dns;
