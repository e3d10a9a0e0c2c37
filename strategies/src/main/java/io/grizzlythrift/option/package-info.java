/**
 * Checks and normal forms of option values, shared by the builders of strategies, server and client.
 *
 * <pre>
 *   builder.option(value) --> Bounds: number or Duration, min, max --> the same value, or an IllegalArgumentException:
 *                             (or bytes, within the heap)              "NAME is VALUE, must be MIN to MAX"
 *                             requireBetween, requireWithinHeap
 *   host --> IpLiteral: the address, if it is one in text (parse), and the canonical text of an IPv6 address
 * </pre>
 */
package io.grizzlythrift.option;
