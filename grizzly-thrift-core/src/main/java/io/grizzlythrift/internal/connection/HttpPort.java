package io.grizzlythrift.internal.connection;

import io.grizzlythrift.internal.dispatch.CallTranscoder;
import io.grizzlythrift.internal.dispatch.Dispatcher;
import io.grizzlythrift.internal.dispatch.ServiceConfig;
import io.grizzlythrift.internal.dispatch.SubmittedBatch;
import io.grizzlythrift.internal.frame.BadRequestException;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.HttpEvent;
import io.grizzlythrift.internal.frame.RequestHead;
import io.grizzlythrift.internal.frame.ThriftMediaType;
import io.grizzlythrift.internal.json.JsonPort;
import io.grizzlythrift.internal.json.JsonRoute;
import io.grizzlythrift.internal.json.TranscodedCall;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.strategy.internal.threads.EarlyInitialization;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
    private static final int HEAD_TOO_LARGE = 431;

    /** More than a rejected call takes. */
    private static final int MAX_REJECTION_BYTES = 1024;

    private static final Responses.Content LIVE_TEXT = Responses.text(Responses.OK, "live\n");
    private static final Responses.Content READY_TEXT = Responses.text(Responses.OK, "ready\n");
    private static final Responses.Content READ_ONLY = notAllowed("GET, HEAD");
    private static final Responses.Content NO_METRICS =
            Responses.text(Responses.NOT_FOUND, "no metrics are published\n");
    private static final Responses.Content STOPPING =
            Responses.text(Responses.SERVICE_UNAVAILABLE, "the server stops\n");

    private static final Optional<Responses.Content> NOTHING_HERE = Optional.of(Responses.text(
            Responses.NOT_FOUND,
            "nothing here: Thrift calls are POST requests, health is at " + LIVE + " and " + READY + "\n"));
    private static final Optional<Responses.Content> POST_ONLY = Optional.of(notAllowed("POST"));
    private static final Optional<Responses.Content> WRONG_TYPE = Optional.of(
            Responses.text(Responses.UNSUPPORTED_MEDIA_TYPE, "Content-Type must be " + ThriftMediaType.NAME + "\n"));
    private static final Optional<Responses.Content> NO_MESSAGE =
            Optional.of(Responses.text(Responses.BAD_REQUEST, "the message is empty\n"));

    private final ServiceConfig service;
    private final Dispatcher dispatcher;
    private final PageThread metricsPage;
    private final Optional<JsonPort> json;
    private volatile BooleanSupplier serving = () -> true;
    private volatile Supplier<Optional<Supplier<String>>> metrics = Optional::empty;

    /** Null without a console. */
    private volatile ConsolePort console;

    public HttpPort(ServiceConfig service, Dispatcher dispatcher) {
        EarlyInitialization.of(HttpCall.class, HttpConnection.class, ResponseRun.class, Responses.class);
        this.service = service;
        this.dispatcher = dispatcher;
        metricsPage = new PageThread(service.name(), "metrics", "metrics");
        json = JsonPort.of(service, dispatcher.limitReporter());
    }

    /** Lets the threads that make pages end. */
    public void close() {
        metricsPage.close();
        if (console != null) {
            console.close();
        }
    }

    /** {@return whether the current thread makes the metrics, for which code of the application may run} */
    public boolean isOnMetricsThread() {
        return metricsPage.isCurrent();
    }

    /** Sets the console, which is closed with this object. */
    public void setConsole(ConsolePort pages) {
        console = pages;
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
        try {
            HttpConnection http = of(connection);
            HttpEvent newest = events.get(events.size() - 1);
            long first = http.accept(events.size(), isLast(newest), newest instanceof HttpEvent.Expectation);
            if (first != HttpConnection.NONE) {
                new ReceivedRequests(http, first).serve(events);
            }
        } catch (Throwable t) { // for example, no memory: some requests get no response
            connection.abandon();
            throw t;
        }
    }

    private static boolean isLast(HttpEvent event) {
        return event instanceof HttpEvent.Request request
                ? !request.head().isKeepAlive()
                : event instanceof HttpEvent.Rejection;
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

    /** The requests of one read, while they are processed. Used by the thread that reads. */
    private final class ReceivedRequests {
        private final HttpConnection http;
        private final ReplyQueue replyQueue;
        private final ResponseRun responses;
        private final List<SubmittedBatch> calls = new ArrayList<>();
        private final long now = System.nanoTime();
        private long number;
        private boolean holdsWrites;

        /** @param first the number of the first response */
        ReceivedRequests(HttpConnection http, long first) {
            this.http = http;
            number = first;
            replyQueue = http.connection().replyQueue();
            responses = new ResponseRun(http, service.limits().maxWriteBufferBytes());
        }

        void serve(List<HttpEvent> events) {
            try {
                for (HttpEvent event : events) {
                    if (event instanceof HttpEvent.Request request) {
                        serve(request);
                    } else if (event instanceof HttpEvent.Rejection rejection) {
                        reject(http, number, rejection.cause());
                    } else {
                        http.sendInterim(number, Responses.CONTINUE);
                    }
                    number++;
                }
                responses.deliver();
            } finally {
                if (holdsWrites) {
                    replyQueue.releaseWrites();
                }
            }
            if (!calls.isEmpty()) {
                dispatcher.submit(calls);
            }
        }

        private void serve(HttpEvent.Request request) {
            RequestHead head = request.head();
            switch (head.path()) {
                case LIVE -> respond(head, Responses.reads(head) ? LIVE_TEXT : READ_ONLY);
                case READY -> respond(head, Responses.reads(head) ? readiness() : READ_ONLY);
                case METRICS -> serveMetrics(head);
                default -> {
                    if (json.isPresent() && JsonPort.serves(head.path())) {
                        serveJson(request, json.get());
                    } else if (console != null && ConsolePort.serves(head.path())) {
                        serveConsole(request, console);
                    } else {
                        serveCall(request);
                    }
                }
            }
        }

        /** With a console, a browser's request must name a host that the console knows, as a request to the console must. */
        private void serveJson(HttpEvent.Request request, JsonPort port) {
            RequestHead head = request.head();
            ConsolePort pages = console;
            Optional<Responses.Content> refusal =
                    pages == null || !head.hasOrigin() ? Optional.empty() : pages.refusalOfHost(http, head);
            if (refusal.isPresent()) {
                respond(head, refusal.get());
            } else {
                serveJson(request, head.path(), port);
            }
        }

        private void serveConsole(HttpEvent.Request request, ConsolePort pages) {
            RequestHead head = request.head();
            String inner = ConsolePort.pathBelow(head.path());
            if (json.isEmpty() || !JsonPort.serves(inner)) {
                pages.serve(http, number, head, responses);
                return;
            }
            Optional<Responses.Content> refusal = pages.refusalOfCall(http, head);
            if (refusal.isPresent()) {
                respond(head, refusal.get());
            } else {
                serveJson(request, inner, json.get());
            }
        }

        /** @param path that of the request, or what follows the folder of the console in it */
        private void serveJson(HttpEvent.Request request, String path, JsonPort port) {
            RequestHead head = request.head();
            JsonRoute route = port.route(head.method(), path, true, head.contentType());
            if (route instanceof JsonRoute.Refusal refusal) {
                byte[] body = refusal.response().body();
                respond(head, Responses.of(refusal.response().head(), body, 0, body.length));
                return;
            }
            TranscodedCall call = port.newCall(route, request.body(), request.bodyBytes());
            accept(head, call, call.frames(head.heapBytes()));
        }

        private void respond(RequestHead head, Responses.Content content) {
            responses.add(number, head, content);
        }

        private void serveMetrics(RequestHead head) {
            Optional<Supplier<String>> text = metrics.get();
            if (!Responses.reads(head)) {
                respond(head, READ_ONLY);
            } else if (text.isEmpty()) {
                respond(head, NO_METRICS);
            } else if (isDraining()) {
                respond(head, STOPPING);
            } else {
                metricsPage.send(
                        http,
                        number,
                        head.method(),
                        () -> Responses.text(
                                Responses.OK, Responses.METRICS, "", text.get().get()));
            }
        }

        private void serveCall(HttpEvent.Request request) {
            RequestHead head = request.head();
            Optional<Responses.Content> mistake = mistakeOf(request);
            if (mistake.isPresent()) {
                respond(head, mistake.get());
                return;
            }
            accept(head, null, FrameBatch.of(request));
        }

        /** @param transcoder converts the call; null if it is a message of Thrift */
        private void accept(RequestHead head, CallTranscoder transcoder, FrameBatch message) {
            HttpCall call = new HttpCall(http, number, head, service.limits().maxWriteBufferBytes(), transcoder);
            List<SubmittedBatch> accepted = dispatcher.accept(call, message, now);
            if (!accepted.isEmpty()) {
                calls.addAll(accepted);
            } else if (!holdsWrites && replyQueue.mayHold(calls.size() * MAX_REJECTION_BYTES)) {
                holdsWrites = replyQueue.holdWrites(); // more rejections are likely: they leave in one write
            }
        }
    }

    /** Returns the response to a request that is not a call. */
    private Optional<Responses.Content> mistakeOf(HttpEvent.Request request) {
        RequestHead head = request.head();
        if (Responses.reads(head)) {
            return NOTHING_HERE;
        }
        if (!head.method().equals("POST")) {
            return POST_ONLY;
        }
        if (!ThriftMediaType.isAccepted(head.contentType(), head.hasOrigin())) {
            return WRONG_TYPE;
        }
        if (request.bodyBytes() == 0) {
            dispatcher.counters().countProtocolError();
            return NO_MESSAGE;
        }
        return Optional.empty();
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
                .orElse(READY_TEXT);
    }

    private void reject(HttpConnection http, long number, BadRequestException cause) {
        ServerConnection connection = http.connection();
        if (cause.status() == CONTENT_TOO_LARGE || cause.status() == HEAD_TOO_LARGE) {
            LimitType limit =
                    cause.status() == CONTENT_TOO_LARGE ? LimitType.MAX_FRAME_BYTES : LimitType.MAX_HTTP_HEAD_BYTES;
            dispatcher
                    .limitReporter()
                    .reached(limit, 1, () -> "rejected a request of " + connection.peer() + ": " + cause.getMessage());
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
