package io.grizzlythrift.http;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.threadpool.WorkerThread;

/**
 * Resumes suspended requests one after another on each thread. When a request is resumed, Grizzly parses and processes
 * the next request of its connection before it returns. If every request were resumed on the thread that processes it,
 * pipelined requests would nest on the stack. Instead, requests that complete while their thread processes or resumes a
 * request are queued, and resumed when the outermost of these operations returns.
 *
 * <p>The state is thread-local, so it needs no synchronization. A thread has it only while it processes or resumes a
 * request: threads of a container outlive an application.
 */
final class Resumption {
    private static final ThreadLocal<Resumption> OF_THIS_THREAD = new ThreadLocal<>();

    private final Queue<FilterChainContext> waiting = new ArrayDeque<>();

    private Resumption() {}

    /** Runs an action, then resumes the requests that completed on this thread meanwhile. */
    static void after(Runnable service) {
        Resumption active = OF_THIS_THREAD.get();
        if (active != null) {
            service.run();
            return;
        }
        Resumption resumption = new Resumption();
        OF_THIS_THREAD.set(resumption);
        try {
            service.run();
        } finally {
            resumption.resumeAll();
        }
    }

    /**
     * Resumes a request that has its response, now or when this thread has finished its current request. Threads that
     * do not belong to Grizzly or a strategy, such as the timeout monitor or a thread that completes a handler's
     * future, pass the request to the workers, because the next request may have a handler that blocks.
     *
     * @param request the context of the suspended request
     * @param workers the worker pool of the transport; the selector of the connection if it has none
     */
    static void resume(FilterChainContext request, Executor workers) {
        if (Thread.currentThread() instanceof WorkerThread) {
            resumeHere(request);
            return;
        }
        try {
            workers.execute(() -> resumeHere(request));
        } catch (RejectedExecutionException e) { // the transport is stopping
            resumeHere(request);
        }
    }

    private static void resumeHere(FilterChainContext request) {
        after(() -> OF_THIS_THREAD.get().waiting.add(request));
    }

    /** Resumes all queued requests, even if one of them throws; then throws the last failure. */
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
        OF_THIS_THREAD.remove();
        if (error != null) {
            throw error;
        }
        if (exception != null) {
            throw exception;
        }
    }
}
