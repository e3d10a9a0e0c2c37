package io.grizzlythrift.servlet;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.catalog.ServiceCatalog;
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
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Provides a Thrift service on a path of a servlet container with Jakarta Servlet 6. Works with THttpClient in any
 * language. Either extend it:
 *
 * <pre>{@code
 * @WebServlet(urlPatterns = "/calculator", asyncSupported = true, loadOnStartup = 1)
 * public class CalculatorServlet extends ThriftServlet {
 *     @Override
 *     protected void configure(Builder options) {
 *         options.processor(new Calculator.Processor<>(new CalculatorHandler()));
 *     }
 * }
 * }</pre>
 *
 * or build one and pass it to {@code ServletContext.addServlet}. In both cases, the servlet and all filters in front of
 * it must support asynchronous requests.
 *
 * <p>A call is a POST of one unframed message with {@code Content-Type: application/x-thrift}. Its reply is the body of
 * a 200 response, even for exceptions and rejected calls. The reply to a oneway call is empty and sent before its
 * handler runs. No thread of the container blocks on a request body, a call, or a peer that does not read, unless a
 * filter replaces the stream of the request or response.
 *
 * <p>The threads of the strategy start when the container initializes the servlet. When the container destroys it, the
 * calls in flight are first completed within the shutdownGrace; the servlet can then be initialized again. A servlet
 * cannot close a connection: where a Thrift server would, this one responds with {@code Connection: close}, and drops a
 * reply whose peer does not read, for the container to close.
 */
@SuppressWarnings("exports") // the servlet API is optional: a module that uses this requires it
public class ThriftServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private static final Logger LOG = LoggerFactory.getLogger(ThriftServlet.class);

    private final transient Object lifecycle = new Object();
    private final transient LogLimiter asyncLog = new LogLimiter(System::nanoTime);
    private final transient @Nullable ThriftServletConfig built;

    private transient volatile @Nullable Running running;

    /** The metrics of the last run outlive it. */
    private transient volatile @Nullable Running last;

    /** Called by subclasses, which override {@link #configure}. */
    protected ThriftServlet() {
        built = null;
    }

    private ThriftServlet(ThriftServletConfig config) {
        built = config;
    }

    /** What exists between init and destroy. */
    private static final class Running {
        final ThriftServletConfig config;
        final RequestCheck check;
        final HttpService service;
        final ConnectionFlows flows = new ConnectionFlows();

        Running(ThriftServletConfig config) {
            this.config = config;
            check = new RequestCheck(config.service());
            service = new HttpService(config.service(), config.strategy(), config.shutdownGrace(), now -> {});
        }
    }

    /**
     * Creates a builder.
     *
     * @return a builder with defaults; it needs at least one processor
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the user of a call, as the container has authenticated it.
     *
     * @param call a call of a servlet
     * @return empty without authentication, and for calls of other servers
     */
    public static Optional<Principal> userPrincipal(CallContext call) {
        return Optional.ofNullable(RequestPeer.USER.get(call.connectionAttributes()));
    }

    /**
     * Sets the options. Called by {@link #init()} on the container's thread, each time the servlet is initialized. Init
     * parameters are available. A servlet of {@link Builder#build()} does not call it.
     *
     * @param options defaults, with the name of the servlet; it needs at least one processor
     * @throws ServletException if the servlet must not start
     */
    protected void configure(Builder options) throws ServletException {
        throw new ServletException(getClass().getName() + " must override configure(Builder) and set a processor");
    }

    /**
     * Returns the options of the last start.
     *
     * @return immutable
     * @throws IllegalStateException if the servlet was never initialized
     */
    public ThriftServletConfig config() {
        return started().config;
    }

    /**
     * Returns the description of the services that are served. It is created when it is first asked for, which initializes
     * the generated classes of all types, and has the documentation of {@link
     * io.grizzlythrift.catalog.json.ThriftDocumentation} if it is on the class path.
     *
     * @return the same catalog each time; without the services of processors that are not generated code, unless {@link
     *     Builder#catalog} was set
     * @throws IllegalStateException if the servlet was never initialized
     */
    public ServiceCatalog catalog() {
        return started().config.service().catalog().get();
    }

    /**
     * Returns the counters since the servlet was initialized.
     *
     * @return live counters, valid after the servlet was destroyed
     * @throws IllegalStateException if the servlet was never initialized
     */
    public ServerCounters counters() {
        return started().service.counters();
    }

    /**
     * Returns the metrics of each method.
     *
     * @return live metrics, valid after the servlet was destroyed
     * @throws IllegalStateException if the servlet was never initialized
     */
    public ServerMetrics metrics() {
        return started().service.metrics();
    }

    private Running started() {
        Running current = last;
        if (current == null) {
            throw new IllegalStateException("the servlet is not initialized: its container does that");
        }
        return current;
    }

    /**
     * Starts the threads that run calls. Called by the container.
     *
     * @throws ServletException as {@link #configure} throws it
     */
    @Override
    public void init() throws ServletException {
        synchronized (lifecycle) {
            if (running == null) {
                Running started = new Running(built == null ? configured() : built);
                last = started;
                running = started;
            }
        }
    }

    private ThriftServletConfig configured() throws ServletException {
        Builder options = builder().name(getServletName());
        configure(options);
        return options.config();
    }

    /**
     * Completes the calls in flight within the shutdownGrace, rejects new ones with a reply, and stops the threads that
     * run calls. Called by the container.
     */
    @Override
    public void destroy() {
        synchronized (lifecycle) {
            Running current = running;
            if (current != null) {
                running = null;
                current.service.close();
            }
        }
    }

    /**
     * Responds to requests that are not calls, and starts those that are. Returns before the call has run.
     *
     * @throws IOException if the peer is gone
     */
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Running current = running;
        Optional<JsonRoute> route = current == null ? Optional.empty() : routeOf(current, request);
        if (route.isPresent() && route.get() instanceof JsonRoute.Refusal refusal) {
            Texts.write(request, response, refusal.response());
            return;
        }
        Optional<RequestCheck.Response> other = route.isPresent()
                ? Optional.empty()
                : (current == null ? started() : current)
                        .check.responseTo(
                                request.getMethod(),
                                request.getContentType(),
                                request.getHeader("Origin") != null,
                                current != null);
        if (other.isPresent() || current == null) {
            int status = other.map(RequestCheck.Response::status).orElse(HttpService.SERVICE_UNAVAILABLE);
            if (status == HttpService.METHOD_NOT_ALLOWED) {
                response.setHeader("Allow", RequestCheck.ALLOWED_METHODS);
            }
            Texts.write(
                    request,
                    response,
                    status,
                    other.map(RequestCheck.Response::text).orElse(""));
        } else if (!request.isAsyncSupported()) {
            rejectSynchronous(request, response);
        } else {
            ServletExchange exchange = ServletExchange.start(
                    request, response, current.flows, current.config.limits().frameTimeout(), route);
            exchange.writer().enter();
            try {
                ServletBody.read(request, exchange, current.service);
            } finally {
                exchange.writer().leave();
            }
        }
    }

    private static Optional<JsonRoute> routeOf(Running current, HttpServletRequest request) {
        String below = request.getPathInfo();
        return current.service.route(
                request.getMethod(), below == null ? request.getServletPath() : below, request.getContentType());
    }

    private void rejectSynchronous(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String reason = "servlet '" + getServletName() + "' cannot run asynchronously: set async-supported to true for"
                + " it and for each filter in front of it (setAsyncSupported(true), asyncSupported = true, or"
                + " <async-supported>true</async-supported>)";
        asyncLog.log(suppressed -> LOG.error(
                "servlet '{}' or a filter in front of it is not set to async-supported{}",
                getServletName(),
                LogLimiter.suffix(suppressed)));
        Texts.write(request, response, HttpService.INTERNAL_SERVER_ERROR, reason + "\n");
    }

    /**
     * Builds a {@link ThriftServlet}. Not thread-safe.
     *
     * <p>These {@link io.grizzlythrift.limits.ServerLimits} apply: maxFrameBytes, maxInFlight, queueTimeout, callTimeout,
     * maxBufferedBytes, maxWriteBufferBytes, frameTimeout and writeTimeout. Limits on connections are the responsibility
     * of the container. {@link #replyOrder} has no effect, because there is one call per request. A {@link
     * #processorFactory} is called for each request, because a servlet does not see when connections close.
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
         * container reads: with SameThread a call runs on its thread that has read the request, with LeaderFollower on
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
         * Sets how long the end of the servlet waits for calls in flight. Default: 5 seconds. Tomcat itself waits {@code
         * unloadDelay} for them first, 2 seconds by default, and then ends those that remain.
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
         * Builds the servlet without starting a thread.
         *
         * @return a servlet to add to a container, with support for asynchronous requests
         * @throws IllegalStateException if there is no processor
         */
        public ThriftServlet build() {
            return new ThriftServlet(config());
        }

        private ThriftServletConfig config() {
            return new ThriftServletConfig(toServiceConfig(), strategy, shutdownGrace);
        }
    }
}
