package io.grizzlythrift.server;

/** Has the JVM close a server when it ends. */
final class ShutdownHook {
    private final Thread thread;

    private ShutdownHook(Thread thread) {
        this.thread = thread;
    }

    static ShutdownHook register(ThriftServer server) {
        Thread thread = new Thread(server::close, server.config().name() + "-shutdown-hook");
        Runtime.getRuntime().addShutdownHook(thread);
        return new ShutdownHook(thread);
    }

    /** Lets go of the server, unless the JVM ends already. */
    void unregister() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) { // the JVM ends: the hook runs, perhaps it is who stops the server
            return;
        }
    }
}
