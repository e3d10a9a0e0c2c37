/**
 * Checks of option values, shared by the builders of strategies, server and client.
 *
 * <pre>
 *   builder.option(value) --> Bounds: number or duration, min, max --> the same value, or an IllegalArgumentException
 *                             (or bytes, within the heap)              with name, value and bounds
 * </pre>
 */
package io.grizzlythrift.option;
