package io.grizzlythrift.internal.util;

import org.glassfish.grizzly.threadpool.DefaultWorkerThread;

/**
 * Distinguishes the threads of strategies and of Grizzly, which live as long as their server, from all other threads. A
 * user's executor may run each call on a new thread. Only long-lived threads cache objects for their next call.
 */
public final class LongLivedThreads {
    private LongLivedThreads() {}

    /** {@return whether the current thread lives as long as its server} */
    public static boolean isCurrent() {
        return Thread.currentThread() instanceof DefaultWorkerThread;
    }
}
