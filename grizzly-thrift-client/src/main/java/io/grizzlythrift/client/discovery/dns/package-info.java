/**
 * Finds servers in DNS. Needs {@code dnsjava:dnsjava}. Servers are looked up again when their records expire, and when
 * connecting to one of them fails.
 */
package io.grizzlythrift.client.discovery.dns;
