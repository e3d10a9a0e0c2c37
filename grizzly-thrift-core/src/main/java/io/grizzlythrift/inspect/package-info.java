/**
 * What a running server or client does, as immutable records: {@code ThriftServer.inspect()} and {@code ThriftClient.inspect()}
 * return them when asked, on the thread that asks. Nothing is recorded for them while nobody asks. Each list is bounded, and
 * says how many there are.
 */
@NullMarked
package io.grizzlythrift.inspect;

import org.jspecify.annotations.NullMarked;
