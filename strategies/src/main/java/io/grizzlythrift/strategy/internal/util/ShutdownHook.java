package io.grizzlythrift.strategy.internal.util;

/** Runs an action when the JVM shuts down. */
public final class ShutdownHook {
    private final Thread thread;

    private ShutdownHook(Thread thread) {
        this.thread = thread;
    }

    /** Registers an action, which runs on a thread of this name. */
    public static ShutdownHook register(String threadName, Runnable action) {
        Thread thread = new Thread(action, threadName);
        Runtime.getRuntime().addShutdownHook(thread);
        return new ShutdownHook(thread);
    }

    /** Unregisters the action, unless the JVM is already shutting down. */
    public void unregister() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) { // the JVM is shutting down; the hook itself may be the caller
            return;
        }
    }
}
