package io.grizzlythrift.internal.connection;

import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Responds to requests for the metrics, one after the other, on a thread of its own: gauges of the application may be slow,
 * and metrics are needed most when calls occupy all threads. The thread is started when it is needed, and ends when idle.
 */
final class MetricsPage implements AutoCloseable {
    /**
     * The largest number of requests that run or wait at a time, each of another connection: one connection cannot keep
     * the others from their metrics.
     */
    private static final int MAX_SCRAPES = 64;

    private static final long IDLE_SECONDS = 5;

    private static final Logger LOG = LoggerFactory.getLogger(MetricsPage.class);

    private static final Responses.Content STOPPING =
            Responses.text(Responses.SERVICE_UNAVAILABLE, "the server stops\n");
    private static final Responses.Content TOO_MANY_SCRAPES =
            Responses.text(Responses.SERVICE_UNAVAILABLE, MAX_SCRAPES + " requests for metrics run or wait already\n");

    private static final Responses.Content ONE_PER_CONNECTION = Responses.text(
            Responses.SERVICE_UNAVAILABLE, "an earlier request for metrics of this connection runs or waits\n");

    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);

    /** The connections with a request that runs or waits. */
    private final Set<HttpConnection> scraping = ConcurrentHashMap.newKeySet();

    private final ThreadPoolExecutor thread;

    MetricsPage(String serverName) {
        thread = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_SCRAPES - 1), task -> {
                    Thread made = new Thread(task, serverName + "-metrics");
                    made.setDaemon(true);
                    return made;
                });
        thread.allowCoreThreadTimeOut(true);
    }

    /**
     * Responds to a request, later.
     *
     * @param number the number of the response
     * @param method the method of the request
     * @param text supplies the metrics
     */
    void send(HttpConnection http, long number, String method, Supplier<String> text) {
        if (!scraping.add(http)) {
            http.send(number, method, ONE_PER_CONNECTION);
            return;
        }
        try {
            thread.execute(() -> run(http, number, method, text));
        } catch (Throwable t) { // too many requests, the server has stopped, or the system has no thread left
            scraping.remove(http);
            boolean full = t instanceof RejectedExecutionException && !thread.isShutdown();
            http.send(number, method, full ? TOO_MANY_SCRAPES : STOPPING);
            LOG.debug("the metrics are not collected", t);
        }
    }

    private void run(HttpConnection http, long number, String method, Supplier<String> text) {
        try {
            Responses.Content content =
                    http.connection().connection().isOpen() ? content(text) : STOPPING; // if not, the peer is gone
            scraping.remove(http); // first: the peer may send its next request once it has the response
            http.send(number, method, content);
        } catch (Throwable t) { // for example, no memory: the request gets no response
            scraping.remove(http);
            http.connection().abandon();
        }
    }

    private Responses.Content content(Supplier<String> text) {
        try {
            return Responses.text(Responses.OK, Responses.METRICS, "", text.get());
        } catch (Throwable t) { // thrown by gauges of the application
            failureLog.log(suppressed -> LOG.error("the metrics cannot be read{}", LogLimiter.suffix(suppressed), t));
            return Responses.text(Responses.INTERNAL_SERVER_ERROR, "the metrics cannot be read\n");
        }
    }

    /** Lets the thread end once it has responded to the requests that wait. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
