/**
 * Checks option values for the builders of strategies, servers and clients. An invalid value is never corrected: it
 * causes an {@code IllegalArgumentException} with the name, the value and its bounds.
 */
package io.grizzlythrift.option;
