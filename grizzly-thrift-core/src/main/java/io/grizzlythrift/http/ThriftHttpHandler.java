package io.grizzlythrift.http;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.internal.dispatch.CallTranscoder;
import io.grizzlythrift.internal.dispatch.ResponseHead;
import io.grizzlythrift.internal.frame.ThriftMediaType;
import io.grizzlythrift.internal.http.HttpService;
import io.grizzlythrift.internal.http.RequestCheck;
import io.grizzlythrift.internal.json.JsonRoute;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.server.ServiceOptions;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.strategy.internal.util.Bounds;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.util.Header;
import org.glassfish.grizzly.http.util.HttpStatus;

/**
 * Provides a Thrift service on a path of Grizzly's HttpServer. Works with THttpClient in any language.
 *
 * <pre>{@code
 * HttpServer http = HttpServer.createSimpleServer(null, 8080);
 * http.getServerConfiguration().addHttpHandler(
 *         ThriftHttpHandler.builder()
 *                 .processor(new Calculator.Processor<>(handler))
 *                 .strategy(WorkerThreadStrategy.ofThreads(8))
 *                 .build(),
 *         "/calculator");
 * http.start();
 * }</pre>
 *
 * <p>A call is a POST of one unframed message with {@code Content-Type: application/x-thrift}. Its reply is the body of
 * a 200 response, even for exceptions and rejected calls. The reply to a oneway call is empty and sent before its
 * handler runs. No thread of the HttpServer blocks on a request body, a call, or a peer that does not read.
 *
 * <p>The threads of the strategy start and stop with the HttpServer. {@code shutdownNow()} first completes the calls in
 * flight within the shutdownGrace. A handler can be used in one HttpServer only.
 */
@SuppressWarnings("exports") // Grizzly's HTTP server is optional: a module that uses this requires it
public final class ThriftHttpHandler extends HttpHandler {
    /** The content type of requests and replies: {@value}. */
    public static final String CONTENT_TYPE = ThriftMediaType.NAME;

    private final ThriftHttpConfig config;
    private final RequestCheck check;
    private final ClosingConnections closing = new ClosingConnections();
    private final Object lifecycle = new Object();

    @SuppressWarnings("NullAway.Init") // set by start(), which runs before any request
    private volatile HttpService service;

    private boolean running;

    private ThriftHttpHandler(ThriftHttpConfig config) {
        super(config.name());
        this.config = config;
        check = new RequestCheck(config.service());
    }

    /**
     * Creates a builder.
     *
     * @return a builder with defaults; it needs at least one processor
     */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return the immutable configuration} */
    public ThriftHttpConfig config() {
        return config;
    }

    /**
     * Returns the description of the services that are served. It is created when it is first asked for, which initializes
     * the generated classes of all types, and has the documentation of {@link
     * io.grizzlythrift.catalog.json.ThriftDocumentation} if it is on the class path.
     *
     * @return the same catalog each time; without the services of processors that are not generated code, unless {@link
     *     Builder#catalog} was set
     */
    public ServiceCatalog catalog() {
        return config.service().catalog().get();
    }

    /**
     * Returns the counters since the HttpServer started.
     *
     * @return live counters, valid after the HttpServer has stopped
     * @throws IllegalStateException if the HttpServer was never started
     */
    public ServerCounters counters() {
        return started().counters();
    }

    /**
     * Returns the metrics of each method.
     *
     * @return live metrics, valid after the HttpServer has stopped
     * @throws IllegalStateException if the HttpServer was never started
     */
    public ServerMetrics metrics() {
        return started().metrics();
    }

    private HttpService started() {
        HttpService current = service;
        if (current == null) {
            throw new IllegalStateException("'" + config.name() + "' is not started: its HttpServer starts it");
        }
        return current;
    }

    /** Starts the threads that run calls. Called by the HttpServer. */
    @Override
    public void start() {
        synchronized (lifecycle) {
            if (!running) {
                long frameTimeoutNanos = config.limits().frameTimeout().toNanos();
                service = new HttpService(
                        config.service(),
                        config.strategy(),
                        config.shutdownGrace(),
                        now -> closing.check(now, frameTimeoutNanos));
                running = true;
            }
        }
    }

    /**
     * Completes the calls in flight within the shutdownGrace, rejects new ones with a reply, and stops the threads that
     * run calls. Called by the HttpServer while its connections are open.
     */
    @Override
    public void destroy() {
        synchronized (lifecycle) {
            if (running) {
                running = false;
                service.close();
            }
        }
    }

    /** Sends {@code 100 Continue} only if the body will be read. */
    @Override
    protected boolean sendAcknowledgment(Request request, Response response) throws IOException {
        return !reject(request, response, routeOf(request)) && super.sendAcknowledgment(request, response);
    }

    @Override
    public void service(Request request, Response response) throws IOException {
        Optional<JsonRoute> route = routeOf(request);
        if (!reject(request, response, route)) {
            GrizzlyExchange exchange = GrizzlyExchange.suspend(request, response, closing, route);
            Resumption.after(() -> RequestBody.read(request, exchange, service));
        }
    }

    private Optional<JsonRoute> routeOf(Request request) throws IOException {
        HttpService current = service;
        return current == null
                ? Optional.empty()
                : current.route(request.getMethod().getMethodString(), pathBelow(request), request.getContentType());
    }

    /** Returns the path below that of this handler, which has a path info only if it is mapped to a pattern. */
    private static String pathBelow(Request request) throws IOException {
        String info = request.getPathInfo();
        if (info != null) {
            return info;
        }
        String uri = request.getDecodedRequestURI();
        String context = request.getContextPath();
        return uri.startsWith(context) ? uri.substring(context.length()) : uri;
    }

    private void refuse(Request request, Response response, CallTranscoder.Response refusal) throws IOException {
        ResponseHead head = refusal.head();
        response.setStatus(HttpStatus.getHttpStatus(head.status()));
        response.setContentType(head.contentType());
        head.headers().forEach(header -> response.setHeader(header.name(), header.value()));
        response.setContentLength(refusal.body().length);
        if (!request.getNIOInputStream().isFinished()) {
            response.setHeader(Header.Connection, "close");
            closing.add(request.getContext().getConnection());
        }
        response.getNIOOutputStream().write(refusal.body());
    }

    /** Responds to requests that are not calls, or whose announced body is too large. Returns whether it responded. */
    private boolean reject(Request request, Response response, Optional<JsonRoute> route) throws IOException {
        HttpService current = service;
        if (route.isPresent() && route.get() instanceof JsonRoute.Refusal refusal) {
            refuse(request, response, refusal.response());
            return true;
        }
        Optional<RequestCheck.Response> other = route.isPresent()
                ? Optional.empty()
                : check.responseTo(
                        request.getMethod().getMethodString(),
                        request.getContentType(),
                        request.getHeader("Origin") != null,
                        current != null);
        if (other.isPresent()) {
            reject(request, response, other.get());
            return true;
        }
        Connection<?> connection = request.getContext().getConnection();
        Optional<String> tooLarge = current.rejectionReason(request.getContentLengthLong(), connection::getPeerAddress);
        if (tooLarge.isPresent()) {
            closing.add(connection);
            TextResponses.close(response, HttpStatus.REQUEST_ENTITY_TOO_LARGE_413, tooLarge.get());
        }
        return tooLarge.isPresent();
    }

    /** Responds to a request. Closes the connection if there is a body, because the next request follows it. */
    private void reject(Request request, Response response, RequestCheck.Response answer) throws IOException {
        HttpStatus status = HttpStatus.getHttpStatus(answer.status());
        if (answer.status() == HttpService.METHOD_NOT_ALLOWED) {
            response.setHeader(Header.Allow, RequestCheck.ALLOWED_METHODS);
        }
        if (answer.status() == HttpService.OK || request.getNIOInputStream().isFinished() || service == null) {
            TextResponses.text(response, status, answer.text());
        } else {
            TextResponses.close(response, status, answer.text());
            closing.add(request.getContext().getConnection());
        }
    }

    /**
     * Builds a {@link ThriftHttpHandler}. Not thread-safe.
     *
     * <p>These {@link io.grizzlythrift.limits.ServerLimits} apply: maxInFlight, queueTimeout, callTimeout,
     * maxBufferedBytes, frameTimeout and writeTimeout. Limits on connections are the responsibility of the HttpServer.
     * {@link #replyOrder} has no effect, because there is one call per request.
     */
    public static final class Builder extends ServiceOptions<Builder> {
        private ProcessingStrategy strategy = WorkerThreadStrategy.create();
        private Duration shutdownGrace = Duration.ofSeconds(5);

        private Builder() {}

        @Override
        protected Builder self() {
            return this;
        }

        /**
         * Sets the strategy, which decides which threads run calls. Default: {@link WorkerThreadStrategy#create()}. The
         * HttpServer reads: with SameThread a call runs on the thread that has read its request, with LeaderFollower on
         * any free thread of the strategy.
         *
         * @param processingStrategy one of {@code io.grizzlythrift.strategy}, or your own
         * @return this
         */
        public Builder strategy(ProcessingStrategy processingStrategy) {
            strategy = Objects.requireNonNull(processingStrategy, "strategy");
            return this;
        }

        /**
         * Sets how long the end of the HttpServer waits for calls in flight. Default: 5 seconds.
         *
         * @param grace zero to one hour
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder shutdownGrace(Duration grace) {
            shutdownGrace = Bounds.requireBetween("shutdownGrace", grace, Duration.ZERO, ThriftServerBuilder.MAX_GRACE);
            return this;
        }

        /**
         * Builds the handler without starting a thread.
         *
         * @return a handler to add to an HttpServer
         * @throws IllegalStateException if there is no processor
         */
        public ThriftHttpHandler build() {
            return new ThriftHttpHandler(new ThriftHttpConfig(toServiceConfig(), strategy, shutdownGrace));
        }
    }
}
