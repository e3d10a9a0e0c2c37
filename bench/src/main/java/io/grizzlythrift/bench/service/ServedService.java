package io.grizzlythrift.bench.service;

import org.apache.thrift.TProcessor;

/** A service that servers of the comparison can serve. */
public interface ServedService {
    /**
     * Creates a processor with a new handler.
     *
     * @return the generated processor, thread-safe if the handler is
     * @throws IllegalArgumentException if the handler cannot be created
     */
    TProcessor processor();
}
