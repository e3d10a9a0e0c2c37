/**
 * Checks of option values, shared by the builders of strategies, server and client.
 *
 * <pre>
 *   builder.option(value) --> Bounds: number or Duration, min, max --> the same value, or an IllegalArgumentException:
 *                             (or bytes, within the heap)              "NAME is VALUE, must be MIN to MAX"
 *                             requireBetween, requireWithinHeap
 * </pre>
 */
package io.grizzlythrift.option;
