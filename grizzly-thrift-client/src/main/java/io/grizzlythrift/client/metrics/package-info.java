/**
 * The counters of a client, and the state of its servers. They are recorded in any case, and can be read by any thread.
 */
package io.grizzlythrift.client.metrics;
