package io.grizzlythrift.http;

import io.grizzlythrift.exchange.MessageService;
import io.grizzlythrift.exchange.MessageServiceConfig;
import io.grizzlythrift.exchange.MessageServiceOptions;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.metrics.ServerMetrics;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.util.Header;
import org.glassfish.grizzly.http.util.HttpStatus;

/**
 * Serves Thrift on a path of Grizzly's HttpServer, to THttpClient of any language.
 *
 * <pre>{@code
 * HttpServer http = HttpServer.createSimpleServer(null, 8080);
 * http.getServerConfiguration().addHttpHandler(
 *         ThriftHttpHandler.builder()
 *                 .processor(new Calculator.Processor<>(handler))
 *                 .protocol(ThriftProtocol.COMPACT)
 *                 .strategy(WorkerThreadStrategy.ofThreads(8))
 *                 .build(),
 *         "/calculator");
 * http.start();
 * }</pre>
 *
 * <p>A call is a POST of one message, {@code Content-Type: application/x-thrift}, not framed. Its reply is the body of a
 * 200, exceptions and refusals of calls included; that of a oneway call is empty, and sent before its handler runs. No
 * thread of the HttpServer waits for the body of a request, for a call, or for the peer to take a reply.
 *
 * <p>The threads of the strategy start and end with the HttpServer. When it stops ({@code shutdownNow()}), calls are
 * answered first, within the shutdownGrace. One handler serves one HttpServer.
 */
@SuppressWarnings("exports") // Grizzly's HTTP server is optional: a module that uses this requires it
public final class ThriftHttpHandler extends HttpHandler {
    /** The type of requests and replies: {@value}. */
    public static final String CONTENT_TYPE = "application/x-thrift";

    /** What the registered types have in front: {@code application/vnd.apache.thrift.compact}, for example. */
    private static final String REGISTERED_TYPES = "application/vnd.apache.thrift.";

    private final MessageServiceConfig config;
    private final Object lifecycle = new Object();
    private volatile MessageService service;
    private boolean running;

    private ThriftHttpHandler(MessageServiceConfig config) {
        super(config.name());
        this.config = config;
    }

    /**
     * Starts to describe a handler.
     *
     * @return a builder with defaults; at least one processor must be added
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The options.
     *
     * @return immutable
     */
    public MessageServiceConfig config() {
        return config;
    }

    /**
     * What the handler has done since its HttpServer started.
     *
     * @return live counters, also after the HttpServer was stopped
     * @throws IllegalStateException if it was never started
     */
    public ServerCounters counters() {
        return started().counters();
    }

    /**
     * What each method has done so far.
     *
     * @return live metrics, also after the handler was destroyed
     * @throws IllegalStateException if the HttpServer was never started
     */
    public ServerMetrics metrics() {
        return started().metrics();
    }

    private MessageService started() {
        MessageService current = service;
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
                service = config.start();
                running = true;
            }
        }
    }

    /**
     * Answers the calls in flight, within the shutdownGrace, and ends the threads that run them. Called by the
     * HttpServer while its connections are open. Calls that still come are refused with a reply.
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

    /** Asks for a body only if it will be read. */
    @Override
    protected boolean sendAcknowledgment(Request request, Response response) throws IOException {
        return !refuse(request, response) && super.sendAcknowledgment(request, response);
    }

    @Override
    public void service(Request request, Response response) throws IOException {
        if (!refuse(request, response)) {
            HttpExchange exchange = HttpExchange.suspend(request, response);
            Resumption.after(() -> RequestBody.read(request, exchange, service));
        }
    }

    /** Answers what is not a call, or one that is too large before it has arrived. */
    private boolean refuse(Request request, Response response) throws IOException {
        Method method = request.getMethod();
        MessageService current = service;
        if (Method.GET.equals(method) || Method.HEAD.equals(method)) {
            Answers.text(response, HttpStatus.OK_200, description());
        } else if (!Method.POST.equals(method)) {
            response.setHeader(Header.Allow, "POST, GET, HEAD");
            refuse(request, response, HttpStatus.METHOD_NOT_ALLOWED_405, description());
        } else if (!isThrift(request.getContentType())) {
            String reason = "Content-Type must be " + CONTENT_TYPE + ".\n" + description();
            refuse(request, response, HttpStatus.UNSUPPORTED_MEDIA_TYPE_415, reason);
        } else if (current == null) {
            refuse(request, response, HttpStatus.SERVICE_UNAVAILABLE_503, "'" + config.name() + "' is not started");
        } else {
            Optional<String> tooLarge = current.refusalOf(request.getContentLengthLong(), connection(request));
            if (tooLarge.isEmpty()) {
                return false;
            }
            Answers.close(response, HttpStatus.REQUEST_ENTITY_TOO_LARGE_413, tooLarge.get());
        }
        return true;
    }

    /** Keeps the connection unless there is a body, which would have to be read to get to the next request. */
    private void refuse(Request request, Response response, HttpStatus status, String reason) throws IOException {
        MessageService current = service;
        if (request.getNIOInputStream().isFinished() || current == null) {
            Answers.text(response, status, reason);
        } else {
            Answers.close(response, status, reason);
            current.expectClose(connection(request));
        }
    }

    private static Connection<?> connection(Request request) {
        return request.getContext().getConnection();
    }

    private static boolean isThrift(String contentType) {
        if (contentType == null) {
            return false;
        }
        int parameters = contentType.indexOf(';');
        String type = (parameters < 0 ? contentType : contentType.substring(0, parameters))
                .trim()
                .toLowerCase(Locale.ROOT);
        return type.equals(CONTENT_TYPE) || type.startsWith(REGISTERED_TYPES);
    }

    private String description() {
        String protocol = config.protocol() instanceof ThriftProtocol known
                ? known.name().toLowerCase(Locale.ROOT)
                : config.protocol().getClass().getSimpleName();
        return "This is a Thrift service ('" + config.name() + "'), not a page. To call it, POST one message of the "
                + protocol + " protocol, unframed, with Content-Type: " + CONTENT_TYPE
                + ", which is what THttpClient of Thrift's libraries does with this address.\n";
    }

    /** Describes a {@link ThriftHttpHandler}. Not for use by two threads at a time. */
    public static final class Builder extends MessageServiceOptions<Builder> {
        private Builder() {}

        @Override
        protected Builder self() {
            return this;
        }

        /**
         * Makes the handler. No thread is started yet.
         *
         * @return a handler to be added to an HttpServer
         * @throws IllegalStateException if there is no processor
         */
        public ThriftHttpHandler build() {
            return new ThriftHttpHandler(toConfig());
        }
    }
}
