package io.grizzlythrift.client.discovery;

import io.grizzlythrift.discovery.EndpointAddress;
import java.util.List;

/** Where the servers of a client come from. Must be thread-safe: several clients may use one resolver. */
@FunctionalInterface
public interface Resolver {
    /**
     * Starts to look for servers, and goes on until the resolution is closed. Returns soon; answers come later, or before
     * this returns if they are known.
     *
     * @param listener told of each answer
     * @return the running resolution
     */
    Resolution start(Listener listener);

    /** Told what a resolver finds out. Thread-safe; does not block and does not throw. */
    interface Listener {
        /**
         * These are the servers now, in any order. An empty answer is counted, and the last one that was not empty stays in
         * use.
         *
         * @param servers all servers, each once
         */
        void resolved(List<EndpointAddress> servers);

        /**
         * The servers cannot be found out at the moment. This is counted and logged, and the last answer stays in use.
         *
         * @param cause why
         */
        void failed(Throwable cause);
    }

    /** A running resolution. Thread-safe. */
    interface Resolution extends AutoCloseable {
        /**
         * A server of the last answer could not be connected: the next answer should come sooner than it would. Does not
         * block; may be called as often as connecting fails.
         */
        void refresh();

        /** Ends the resolution: the listener is not told of anything after this. Does not throw. */
        @Override
        void close();
    }
}
