package io.grizzlythrift.client.discovery;

import io.grizzlythrift.discovery.EndpointAddress;
import java.util.List;

/** Finds the servers of a client. Must be thread-safe: several clients may use one resolver. */
@FunctionalInterface
public interface Resolver {
    /**
     * Starts to look for servers, and continues until the resolution is closed. Returns quickly: the listener is called
     * later, or before this method returns if the servers are already known.
     *
     * @param listener notified of each answer and failure
     * @return the running resolution
     */
    Resolution start(Listener listener);

    /** Receives the answers of a resolver. Thread-safe; does not block and does not throw. */
    interface Listener {
        /**
         * Takes the current servers, in any order. If the answer is empty, it is counted, and the last one that was not
         * empty stays in use.
         *
         * @param servers all servers, each once
         */
        void resolved(List<EndpointAddress> servers);

        /**
         * Reports that the servers cannot be determined at the moment. This is counted and logged, and the last answer
         * stays in use.
         *
         * @param cause why the resolver failed
         */
        void failed(Throwable cause);
    }

    /** A running resolution. Thread-safe. */
    interface Resolution extends AutoCloseable {
        /**
         * Asks for the next answer sooner than planned, because connecting to a server of the last answer failed. Does
         * not block; may be called each time connecting fails.
         */
        void refresh();

        /** Ends the resolution: the listener is not called after this method returns. Does not throw. */
        @Override
        void close();
    }
}
