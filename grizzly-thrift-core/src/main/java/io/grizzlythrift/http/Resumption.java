package io.grizzlythrift.http;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.threadpool.WorkerThread;

/**
 * Resumes requests one after the other on each thread. To resume a request has Grizzly parse and serve the next one of
 * its connection before that returns, so a request that was answered where it was served would put each request behind
 * it on top of the stack. Here, what is answered while its thread serves a request or resumes one is resumed once the
 * outermost of these has returned.
 */
final class Resumption {
    private static final ThreadLocal<Resumption> OF_THIS_THREAD = ThreadLocal.withInitial(Resumption::new);

    private final Queue<FilterChainContext> waiting = new ArrayDeque<>();

    /** Whether this thread serves or resumes a request. */
    private boolean active;

    private Resumption() {}

    /** Serves a request; what this thread answers meanwhile is resumed afterwards. */
    static void after(Runnable service) {
        OF_THIS_THREAD.get().run(service);
    }

    /**
     * Resumes an answered request, now or when this thread has served the request at hand. A thread that is not Grizzly's
     * or a strategy's, such as the one that checks timeouts or one that completes the future of a handler, leaves it to
     * the workers: the next request may be for a handler that blocks.
     *
     * @param workers those of the transport; null if it has none, and the thread resumes the request itself
     */
    static void resume(FilterChainContext request, ExecutorService workers) {
        if (workers == null || Thread.currentThread() instanceof WorkerThread) {
            resumeHere(request);
            return;
        }
        try {
            workers.execute(() -> resumeHere(request));
        } catch (RejectedExecutionException e) { // the transport stops
            resumeHere(request);
        }
    }

    private static void resumeHere(FilterChainContext request) {
        Resumption resumption = OF_THIS_THREAD.get();
        resumption.waiting.add(request);
        resumption.run(() -> {});
    }

    private void run(Runnable service) {
        if (active) {
            service.run();
            return;
        }
        active = true;
        try {
            service.run();
        } finally {
            resumeAll();
        }
    }

    /** What one request throws does not keep the others from being resumed: the last failure is thrown behind them all. */
    private void resumeAll() {
        RuntimeException exception = null;
        Error error = null;
        for (FilterChainContext next = waiting.poll(); next != null; next = waiting.poll()) {
            try {
                next.resume();
            } catch (RuntimeException e) {
                exception = e;
            } catch (Error e) {
                error = e;
            }
        }
        active = false;
        if (error != null) {
            throw error;
        }
        if (exception != null) {
            throw exception;
        }
    }
}
