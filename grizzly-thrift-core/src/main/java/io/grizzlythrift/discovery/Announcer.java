package io.grizzlythrift.discovery;

/**
 * Makes a server known where clients look for it. Must be thread-safe: one announcer may serve several servers.
 */
@FunctionalInterface
public interface Announcer {
    /**
     * Announces a server that listens. Returns soon: what cannot be announced at once is tried again until it is withdrawn,
     * also after the place that holds the announcement has lost it.
     *
     * @param address where clients reach the server
     * @return withdraws the server
     */
    Announcement announce(EndpointAddress address);

    /** A server that is announced. */
    @FunctionalInterface
    interface Announcement extends AutoCloseable {
        /**
         * Withdraws the server. Waits until clients can learn that, for a few seconds at most. Does not throw; does nothing
         * the second time.
         */
        @Override
        void close();
    }
}
