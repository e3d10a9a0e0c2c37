package io.grizzlythrift.httpport;

import io.grizzlythrift.connection.ServerConnection;
import io.grizzlythrift.dispatch.Dispatcher;
import io.grizzlythrift.dispatch.SubmittedBatch;
import io.grizzlythrift.dispatch.service.ServiceConfig;
import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.frame.http.BadRequestException;
import io.grizzlythrift.frame.http.HttpEvent;
import io.grizzlythrift.frame.http.RequestHead;
import io.grizzlythrift.frame.http.ThriftMediaType;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Responds to the HTTP requests of a Thrift port: submits calls to the {@link Dispatcher}, and responds with health and
 * metrics. Called by the thread that reads the connection.
 */
public final class HttpPort {
    /** The path of the liveness check. */
    public static final String LIVE = "/health/live";

    /** The path of the readiness check. */
    public static final String READY = "/health/ready";

    /** The path of the metrics. */
    public static final String METRICS = "/metrics";

    private static final Logger LOG = LoggerFactory.getLogger(HttpPort.class);
    private static final Attribute<HttpConnection> CONNECTION =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(HttpPort.class.getName());

    private static final int CONTENT_TOO_LARGE = 413;

    /**
     * The largest number of requests for metrics that run or wait at a time, over all connections. They take longer
     * than most calls.
     */
    private static final int MAX_SCRAPES = 4;

    private static final String TOO_MANY_SCRAPES = MAX_SCRAPES + " requests for metrics run or wait already\n";

    private final ServiceConfig service;
    private final Dispatcher dispatcher;
    private final StrategyThreads threads;
    private final AtomicInteger scrapes = new AtomicInteger();
    private final LogLimiter metricsLog = new LogLimiter(System::nanoTime);
    private volatile BooleanSupplier serving = () -> true;
    private volatile Supplier<Optional<Supplier<String>>> metrics = Optional::empty;

    public HttpPort(ServiceConfig service, Dispatcher dispatcher, StrategyThreads threads) {
        this.service = service;
        this.dispatcher = dispatcher;
        this.threads = threads;
    }

    /** Sets the supplier that tells whether the server is started and not shutting down. */
    public void setServing(BooleanSupplier isServing) {
        serving = isServing;
    }

    /**
     * Sets the supplier of the function that creates the text of {@link #METRICS}; it returns empty if there are no
     * metrics.
     */
    public void setMetrics(Supplier<Optional<Supplier<String>>> publishedText) {
        metrics = publishedText;
    }

    /** Processes the requests of one read. */
    public void serve(ServerConnection connection, List<HttpEvent> events) {
        HttpConnection http = of(connection);
        List<SubmittedBatch> calls = new ArrayList<>(events.size());
        for (HttpEvent event : events) {
            if (event instanceof HttpEvent.Request request) {
                long number = http.accept(!request.head().isKeepAlive());
                if (number != HttpConnection.NONE) {
                    serve(http, number, request, calls);
                }
            } else if (event instanceof HttpEvent.Rejection rejection) {
                reject(http, rejection.cause());
            } else {
                http.sendInterim(Responses.CONTINUE);
            }
        }
        if (!calls.isEmpty()) {
            dispatcher.submit(connection.flow(), calls);
        }
    }

    private HttpConnection of(ServerConnection connection) {
        Connection<?> key = connection.connection();
        HttpConnection known = CONNECTION.get(key);
        if (known != null) {
            return known;
        }
        HttpConnection made = new HttpConnection(connection, this::isDraining);
        CONNECTION.set(key, made);
        return made;
    }

    private boolean isDraining() {
        return dispatcher.rejectsCalls() || !serving.getAsBoolean();
    }

    private void serve(HttpConnection http, long number, HttpEvent.Request request, List<SubmittedBatch> calls) {
        RequestHead head = request.head();
        switch (head.path()) {
            case LIVE -> http.send(number, head.method(), page(head, () -> Responses.text(Responses.OK, "live\n")));
            case READY -> http.send(number, head.method(), page(head, this::readiness));
            case METRICS -> serveMetrics(http, number, head);
            default -> serveCall(http, number, request, calls);
        }
    }

    private static Responses.Content page(RequestHead head, Supplier<Responses.Content> content) {
        return Responses.reads(head) ? content.get() : notAllowed("GET, HEAD");
    }

    private void serveMetrics(HttpConnection http, long number, RequestHead head) {
        Optional<Supplier<String>> text = metrics.get();
        if (text.isPresent() && Responses.reads(head)) {
            if (isDraining()) {
                http.send(number, head.method(), Responses.text(Responses.SERVICE_UNAVAILABLE, "the server stops\n"));
            } else if (scrapes.getAndUpdate(running -> Math.min(running + 1, MAX_SCRAPES)) == MAX_SCRAPES) {
                http.send(number, head.method(), Responses.text(Responses.SERVICE_UNAVAILABLE, TOO_MANY_SCRAPES));
            } else {
                threads.execute(
                        new MetricsPage(http, number, head.method(), text.get(), metricsLog, scrapes::decrementAndGet));
            }
        } else {
            http.send(
                    number,
                    head.method(),
                    page(head, () -> Responses.text(Responses.NOT_FOUND, "no metrics are published\n")));
        }
    }

    private void serveCall(HttpConnection http, long number, HttpEvent.Request request, List<SubmittedBatch> calls) {
        RequestHead head = request.head();
        if (head.method().equals("POST") && ThriftMediaType.matches(head.contentType()) && request.bodyBytes() > 0) {
            HttpCall call = new HttpCall(http, number, head, service.limits().maxWriteBufferBytes());
            SubmittedBatch accepted = dispatcher.accept(call, FrameBatch.of(request));
            if (accepted != null) {
                calls.add(accepted);
            }
        } else {
            http.send(number, head.method(), notACall(head));
        }
    }

    private Responses.Content notACall(RequestHead head) {
        if (Responses.reads(head)) {
            return Responses.text(
                    Responses.NOT_FOUND,
                    "nothing here: Thrift calls are POST requests, health is at " + LIVE + " and " + READY + "\n");
        }
        if (!head.method().equals("POST")) {
            return notAllowed("POST");
        }
        if (!ThriftMediaType.matches(head.contentType())) {
            return Responses.text(
                    Responses.UNSUPPORTED_MEDIA_TYPE, "Content-Type must be " + ThriftMediaType.NAME + "\n");
        }
        dispatcher.counters().countProtocolError();
        return Responses.text(Responses.BAD_REQUEST, "the message is empty\n");
    }

    private static Responses.Content notAllowed(String allowed) {
        return Responses.text(
                Responses.METHOD_NOT_ALLOWED, Responses.TEXT, "Allow: " + allowed + "\r\n", "only " + allowed + "\n");
    }

    /**
     * Reports the readiness. A server is ready if it is started, not shutting down, and has fewer calls in flight than
     * maxInFlight.
     */
    private Responses.Content readiness() {
        Optional<String> problem =
                isDraining() ? Optional.of("the server shuts down, or is not started") : dispatcher.overload();
        return problem.map(reason -> Responses.text(Responses.SERVICE_UNAVAILABLE, "not ready: " + reason + "\n"))
                .orElseGet(() -> Responses.text(Responses.OK, "ready\n"));
    }

    private void reject(HttpConnection http, BadRequestException cause) {
        long number = http.accept(true);
        if (number == HttpConnection.NONE) {
            return;
        }
        ServerConnection connection = http.connection();
        if (cause.status() == CONTENT_TOO_LARGE) {
            dispatcher
                    .limitReporter()
                    .reached(
                            LimitType.MAX_FRAME_BYTES,
                            1,
                            () -> "rejected a request of " + connection.peer() + ": " + cause.getMessage());
        } else {
            dispatcher.counters().countProtocolError();
            connection
                    .terminationLog()
                    .log(suppressed -> LOG.warn(
                            "rejected a request of {}: {}{}",
                            connection.peer(),
                            cause.getMessage(),
                            LogLimiter.suffix(suppressed)));
        }
        http.sendRejection(number, Responses.text(cause.status(), cause.getMessage() + "\n"));
    }
}
