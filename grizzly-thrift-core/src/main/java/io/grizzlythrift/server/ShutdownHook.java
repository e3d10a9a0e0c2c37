package io.grizzlythrift.server;

/** Closes a listener when the JVM shuts down. */
final class ShutdownHook {
    private final Thread thread;

    private ShutdownHook(Thread thread) {
        this.thread = thread;
    }

    static ShutdownHook register(ThriftListener listener) {
        Thread thread = new Thread(listener::close, listener.config().name() + "-shutdown-hook");
        Runtime.getRuntime().addShutdownHook(thread);
        return new ShutdownHook(thread);
    }

    /** Unregisters the hook, unless the JVM is already shutting down. */
    void unregister() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) { // the JVM is shutting down; the hook itself may be the caller
            return;
        }
    }
}
