/**
 * The counters of a client, and the state of its servers. They are recorded in any case, and can be read by any thread.
 */
@NullMarked
package io.grizzlythrift.client.metrics;

import org.jspecify.annotations.NullMarked;
