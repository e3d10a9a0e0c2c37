package io.grizzlythrift.discovery;

/**
 * Announces servers in a registry where clients look for them. Must be thread-safe, because several servers may share
 * an announcer.
 */
@FunctionalInterface
public interface Announcer {
    /**
     * Announces a server that listens. Returns quickly: if the server cannot be announced at once, or the registry
     * loses the announcement, attempts are repeated until it is withdrawn.
     *
     * @param address the address at which clients reach the server
     * @param listener notified of the state of the announcement until the server is withdrawn
     * @return the announcement, which can withdraw the server
     */
    Announcement announce(EndpointAddress address, Listener listener);

    /** Notified of the state of an announcement. Thread-safe; does not block and does not throw. */
    interface Listener {
        /** Called when clients can find the server: for the first time, or again after the announcement was lost. */
        void announced();

        /**
         * Called when an attempt to announce the server failed, or the announcement may be lost. It is retried.
         *
         * @param cause the reason
         */
        void failed(Throwable cause);
    }

    /** The announcement of a server. Thread-safe. */
    @FunctionalInterface
    interface Announcement extends AutoCloseable {
        /**
         * Withdraws the server. Waits until clients can see the withdrawal, for a few seconds at most. Does not throw;
         * further calls have no effect.
         */
        @Override
        void close();
    }
}
