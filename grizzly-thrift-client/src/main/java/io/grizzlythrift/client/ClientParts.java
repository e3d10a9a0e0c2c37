package io.grizzlythrift.client;

import java.util.function.LongSupplier;

/**
 * What all connections of a client share.
 *
 * @param clock nanoseconds since the client was made
 */
record ClientParts(
        ThriftClientConfig config, ClientThreads threads, Outcomes outcomes, CodecPool codecs, LongSupplier clock) {
    long now() {
        return clock.getAsLong();
    }
}
