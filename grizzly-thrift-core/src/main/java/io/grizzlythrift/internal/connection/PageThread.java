package io.grizzlythrift.internal.connection;

import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Responds to requests for one kind of page, one after the other, on a thread of its own: the application may take part
 * and be slow, and these pages are needed most when calls occupy all threads. The thread is started when it is needed, and
 * ends when idle.
 */
final class PageThread implements AutoCloseable {
    /**
     * The largest number of requests that run or wait at a time, each of another connection: one connection cannot keep
     * the others from their pages.
     */
    private static final int MAX_REQUESTS = 64;

    /** As many of them may wait for the application: peers that it has to decide about cannot keep others from their pages. */
    private static final int MAX_LATER_REQUESTS = MAX_REQUESTS / 2;

    private static final long IDLE_SECONDS = 5;

    /** The longest time to wait for the application without occupying the thread. */
    private static final long TIMEOUT_SECONDS = 10;

    private static final Logger LOG = LoggerFactory.getLogger(PageThread.class);

    private static final Responses.Content STOPPING =
            Responses.text(Responses.SERVICE_UNAVAILABLE, "the server stops\n");

    private final String what;
    private final Responses.Content tooMany;
    private final Responses.Content onePerConnection;
    private final Responses.Content failed;
    private final Responses.Content undecided;
    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final LogLimiter timeoutLog = new LogLimiter(System::nanoTime);

    /** The connections with a request that runs or waits. */
    private final Set<HttpConnection> waiting = ConcurrentHashMap.newKeySet();

    private final ThreadPoolExecutor thread;

    /** The newest thread of {@link #thread}, or null. */
    private volatile Thread newest;

    /**
     * Creates a thread that is started when it is needed.
     *
     * @param role the end of the name of the thread
     * @param what the kind of the pages, such as {@code metrics}, for messages
     */
    PageThread(String serverName, String role, String what) {
        this.what = what;
        tooMany = Responses.text(Responses.SERVICE_UNAVAILABLE, "too many requests for " + what + " run or wait\n");
        onePerConnection = Responses.text(
                Responses.SERVICE_UNAVAILABLE,
                "an earlier request for " + what + " of this connection runs or waits\n");
        failed = Responses.text(Responses.INTERNAL_SERVER_ERROR, "the " + what + " cannot be read\n");
        undecided = Responses.text(
                Responses.SERVICE_UNAVAILABLE, "nobody has decided in time who may see the " + what + "\n");
        thread = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread made = new Thread(task, serverName + '-' + role);
            made.setDaemon(true);
            newest = made;
            return made;
        });
        thread.allowCoreThreadTimeOut(true);
    }

    /**
     * Responds to a request, later.
     *
     * @param number the number of the response
     * @param method the method of the request
     * @param content creates the response, on the thread
     */
    void send(HttpConnection http, long number, String method, Supplier<Responses.Content> content) {
        submit(http, number, method, MAX_REQUESTS, () -> CompletableFuture.completedFuture(content.get()));
    }

    /**
     * Responds to a request once the application has answered, at most {@value #TIMEOUT_SECONDS} seconds after the stage was
     * created. The thread does not wait.
     *
     * @param content creates the stage, on the thread
     */
    void sendLater(
            HttpConnection http, long number, String method, Supplier<CompletionStage<Responses.Content>> content) {
        submit(http, number, method, MAX_LATER_REQUESTS, content);
    }

    private void submit(
            HttpConnection http,
            long number,
            String method,
            int maxRequests,
            Supplier<CompletionStage<Responses.Content>> content) {
        if (waiting.contains(http)) {
            http.send(number, method, onePerConnection);
            return;
        }
        if (waiting.size() >= maxRequests) { // several threads that read may exceed it by one each
            http.send(number, method, tooMany);
            return;
        }
        waiting.add(http);
        try {
            thread.execute(() -> run(http, number, method, content));
        } catch (Throwable t) { // the server has stopped, or the system has no thread left
            waiting.remove(http);
            http.send(number, method, STOPPING);
            LOG.debug("the {} are not collected", what, t);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // respond() throws nothing
    private void run(
            HttpConnection http, long number, String method, Supplier<CompletionStage<Responses.Content>> content) {
        CompletableFuture<Responses.Content> made;
        try {
            made = http.connection().connection().isOpen()
                    ? content.get().toCompletableFuture()
                    : CompletableFuture.completedFuture(STOPPING); // the peer is gone
            if (!made.isDone()) {
                made = made.copy().orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            }
        } catch (Throwable t) { // thrown by code of the application
            made = CompletableFuture.failedFuture(t);
        }
        made.whenComplete((page, failure) -> respond(http, number, method, page, failure));
    }

    private void respond(HttpConnection http, long number, String method, Responses.Content page, Throwable failure) {
        waiting.remove(http); // first: the peer may send its next request once it has the response
        try {
            http.send(number, method, failure == null ? page : responseTo(failure));
        } catch (Throwable t) { // for example, no memory: the request gets no response
            http.connection().abandon();
        }
    }

    /** Returns the response to a request whose page was not made, and logs what is an error. */
    Responses.Content responseTo(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        boolean late = cause instanceof TimeoutException;
        if (thread.isShutdown() && (late || cause instanceof RejectedExecutionException)) {
            return STOPPING;
        }
        if (late) {
            timeoutLog.log(suppressed -> LOG.warn(
                    "nobody has decided within {} s who may see the {}{}",
                    TIMEOUT_SECONDS,
                    what,
                    LogLimiter.suffix(suppressed)));
            return undecided;
        }
        failureLog.log(suppressed -> LOG.error("the {} cannot be read{}", what, LogLimiter.suffix(suppressed), cause));
        return failed;
    }

    /** {@return whether the current thread is this one} */
    boolean isCurrent() {
        return newest == Thread.currentThread();
    }

    /** {@return the thread, for steps of a stage that must not run on a thread of the application} */
    ThreadPoolExecutor thread() {
        return thread;
    }

    /** Lets the thread end once it has responded to the requests that wait. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
