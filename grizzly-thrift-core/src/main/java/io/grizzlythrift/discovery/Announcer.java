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
     * @param listener notified of what happens, until the server is withdrawn
     * @return withdraws the server
     */
    Announcement announce(EndpointAddress address, Listener listener);

    /** Notified of what becomes of an announcement. Thread-safe; does not block and does not throw. */
    interface Listener {
        /** Clients can find the server now: for the first time, or again after the announcement was lost. */
        void announced();

        /**
         * An attempt to announce the server failed, or it may be lost. It is tried again.
         *
         * @param cause why
         */
        void failed(Throwable cause);
    }

    /** A server that is announced. Thread-safe. */
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
