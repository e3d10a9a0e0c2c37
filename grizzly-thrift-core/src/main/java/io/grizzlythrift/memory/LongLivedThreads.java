package io.grizzlythrift.memory;

import org.glassfish.grizzly.threadpool.DefaultWorkerThread;

/**
 * Tells threads of a strategy or of Grizzly, which live as long as their server, from all others: those of a user's
 * executor may be as many as there are calls, and live no longer. Only the former keep anything for their next call.
 */
public final class LongLivedThreads {
    private LongLivedThreads() {}

    public static boolean isCurrent() {
        return Thread.currentThread() instanceof DefaultWorkerThread;
    }
}
