package io.grizzlythrift.server;

import io.grizzlythrift.console.ConsoleConfig;
import io.grizzlythrift.discovery.AdvertisedAddress;
import io.grizzlythrift.discovery.Announcer;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.strategy.internal.util.Bounds;
import io.grizzlythrift.tls.TlsConfig;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.glassfish.grizzly.filterchain.Filter;

/**
 * The options that {@link ThriftServer} and {@link ThriftListener} share. A listener is called a server here, too.
 *
 * @param <B> the builder itself
 */
public abstract class ListenerOptions<B extends ListenerOptions<B>> extends ServiceOptions<B> {
    /** The default of {@link #backlog}: {@value} connections. */
    public static final int DEFAULT_BACKLOG = 1024;

    /** The longest {@link #shutdownGrace}: one hour. */
    public static final Duration MAX_GRACE = Duration.ofHours(1);

    final List<ListenSocket> sockets = new ArrayList<>();
    final List<Announcements.Target> announced = new ArrayList<>();
    final List<Filter> filters = new ArrayList<>();
    ProcessingStrategy strategy = WorkerThreadStrategy.create();
    int backlog = DEFAULT_BACKLOG;
    Duration shutdownGrace = Duration.ofSeconds(5);
    Duration drainDelay = Duration.ZERO;
    boolean shutdownHook;
    boolean jmx;
    final DialectChoice dialects = new DialectChoice();
    Optional<ConsoleConfig> console = Optional.empty();
    Optional<TlsConfig> tls = Optional.empty();
    Optional<SaslConfig> sasl = Optional.empty();

    ListenerOptions() {}

    /**
     * Adds an address to listen on. Repeatable.
     *
     * @param host a name or an address of this machine; {@code 0.0.0.0} for all
     * @param port 0 to 65535; 0 binds any free port, see {@link ThriftServer#port()}
     * @return this
     * @throws IllegalArgumentException if the port is out of bounds
     */
    public B listen(String host, int port) {
        Objects.requireNonNull(host, "host");
        sockets.add(ListenSocket.on(new InetSocketAddress(host, Bounds.requireBetween("port", port, 0, 65_535))));
        return self();
    }

    /**
     * Announces the server where its clients look for it, such as in ZooKeeper, from the time it listens until {@link
     * ThriftServer#close()} or {@link ThriftServer#shutdown} begins. The announcement is withdrawn before {@link
     * #drainDelay}, so that delay is the time in which clients stop sending calls. Withdrawing takes at most 5 seconds,
     * and no longer than the grace. Repeatable. An announcer that fails does not affect the server: it tries again, and
     * {@link io.grizzlythrift.metrics.ServerCounters#failedAnnouncements()} counts the failure.
     *
     * <p>Each address that the server listens on is announced as it was passed to {@link #listen}, with its bound port.
     * If clients need other addresses, pass them here or use {@link #announce(Announcer, AdvertisedAddress)}. Default:
     * nothing is announced.
     *
     * @param announcer thread-safe; not closed by the server
     * @param addresses the addresses to announce; if none are given, those that the server listens on
     * @return this
     */
    public B announce(Announcer announcer, EndpointAddress... addresses) {
        return announce(announcer, AdvertisedAddress.listening(), List.of(addresses));
    }

    /**
     * Announces the server like {@link #announce(Announcer, EndpointAddress...)}, but with a host or port other than
     * those it listens on, or with a weight, a zone or metadata.
     *
     * @param announcer thread-safe; not closed by the server
     * @param advertised how each address is described
     * @return this
     */
    public B announce(Announcer announcer, AdvertisedAddress advertised) {
        return announce(announcer, Objects.requireNonNull(advertised, "advertised"), List.of());
    }

    private B announce(Announcer announcer, AdvertisedAddress advertised, List<EndpointAddress> addresses) {
        announced.add(new Announcements.Target(Objects.requireNonNull(announcer, "announcer"), advertised, addresses));
        return self();
    }

    /**
     * Sets the strategy, which decides which threads read and which run calls. Default: {@link
     * WorkerThreadStrategy#create()}.
     *
     * @param processingStrategy one of {@code io.grizzlythrift.strategy}, or your own
     * @return this
     */
    public B strategy(ProcessingStrategy processingStrategy) {
        strategy = Objects.requireNonNull(processingStrategy, "strategy");
        return self();
    }

    /**
     * Sets the dialects that connections may use. The dialect of a connection is detected from its first bytes. A
     * connection in any other dialect is terminated, counted in {@link ThriftServer#rejectedFrames()} and logged.
     * Default: every {@linkplain Dialect#supported() supported} dialect if the {@link #protocol} is a {@link
     * io.grizzlythrift.message.ThriftProtocol}, and otherwise {@link Dialect#FRAMED}, because the protocol of any other
     * dialect is always {@link io.grizzlythrift.message.ThriftProtocol#BINARY} or {@link
     * io.grizzlythrift.message.ThriftProtocol#COMPACT}.
     *
     * @param accepted one or more of the supported dialects
     * @return this
     * @throws IllegalArgumentException if there are none, or if one is not supported; HTTP has its own {@linkplain
     *     #http option}
     */
    public B dialects(Dialect... accepted) {
        dialects.choose(accepted);
        return self();
    }

    /**
     * Sets whether the server also accepts HTTP/1.1, on the same addresses, in addition to its {@link #dialects}.
     * Default: false; the bytes of an HTTP client then terminate its connection, and a log line names this option.
     *
     * <ul>
     *   <li>POST on any other path is a call: one unframed message in the {@link #protocol} of the server with {@code
     *       Content-Type: application/x-thrift}, as {@code THttpClient} of Thrift's libraries sends it. The reply is
     *       the body of a 200 response, also for exceptions and rejected calls, and empty for a oneway call.
     *   <li>GET {@code /health/live} responds 200 while threads read.
     *   <li>GET {@code /health/ready} responds 200 while {@link ThriftServer#isReady()} is true and fewer calls than
     *       {@link io.grizzlythrift.limits.ServerLimits#maxInFlight()} are in flight, and 503 with the reason
     *       otherwise.
     *   <li>GET {@code /metrics} responds with the text of {@link ThriftServer#publishMetrics}, if there is one.
     *   <li>{@code /console/} is the {@linkplain #console(boolean) console}, if there is one.
     *   <li>Paths below {@code /call} are those of {@link #jsonCalls}, if that is true.
     * </ul>
     *
     * <p>Any other GET responds 404, any other method 405. Anyone who can connect can read all of this, except the
     * console. All {@link #limits} apply to requests as they do to frames: maxFrameBytes to bodies, frameTimeout to
     * requests, idleTimeout to connections between requests, maxHttpHeadBytes to heads. Pipelined requests run
     * concurrently; responses are in request order. Once {@link ThriftServer#isReady()} is false, responses close
     * their connection.
     *
     * @param accept true to accept HTTP
     * @return this
     */
    public B http(boolean accept) {
        dialects.acceptHttp(accept);
        return self();
    }

    /**
     * Sets whether the server has a console: pages for a browser under {@code /console/} that show its services and what it
     * does. They are for peers on this machine, and for others if the {@link #authorizer} allows it; they make no calls.
     * Default: false.
     *
     * @param show true for a console with the {@linkplain ConsoleConfig#defaults defaults}
     * @return this
     * @see #console(ConsoleConfig)
     */
    public B console(boolean show) {
        console = show ? Optional.of(ConsoleConfig.defaults()) : Optional.empty();
        return self();
    }

    /**
     * Gives the server a console, as {@link #console(boolean)} does, with options. Needs {@link #http}, and the optional
     * library {@code com.fasterxml.jackson.core:jackson-core}; without it, the server does not start.
     *
     * @param config who may use it, and whether it makes calls
     * @return this
     */
    public B console(ConsoleConfig config) {
        console = Optional.of(Objects.requireNonNull(config, "console"));
        return self();
    }

    /**
     * Sets how many connections may wait in the operating system to be accepted. Default: {@value #DEFAULT_BACKLOG}.
     *
     * @param connections 1 to 65535; the operating system may have a lower limit
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public B backlog(int connections) {
        backlog = Bounds.requireBetween("backlog", connections, 1, 65_535);
        return self();
    }

    /**
     * Sets how long {@link ThriftServer#close()} waits for calls in flight. Default: 5 seconds.
     *
     * @param grace zero to one hour
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public B shutdownGrace(Duration grace) {
        shutdownGrace = Bounds.requireBetween("shutdownGrace", grace, Duration.ZERO, MAX_GRACE);
        return self();
    }

    /**
     * Sets how long the server continues to accept connections and calls after {@link ThriftServer#close()} or {@link
     * ThriftServer#shutdown} is called, before it drains. {@link ThriftServer#isReady()} is already false, so load
     * balancers have this time to send their calls elsewhere. A grace of zero skips the delay. Default: zero.
     *
     * @param delay zero to one hour; {@link #shutdownGrace} starts after it
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public B drainDelay(Duration delay) {
        drainDelay = Bounds.requireBetween("drainDelay", delay, Duration.ZERO, MAX_GRACE);
        return self();
    }

    /**
     * Sets whether a JVM shutdown hook closes the server, which takes up to {@link #drainDelay} and {@link
     * #shutdownGrace}. The hook runs when the JVM exits normally: when the last non-daemon thread ends, on {@code
     * System.exit}, and on SIGTERM. It is removed when the server is shut down. Default: false.
     *
     * <p>The JVM runs all hooks at the same time. If your own hook releases resources that handlers need, let it call
     * {@link ThriftServer#close()} first, which returns once the server has stopped, whichever thread stops it.
     *
     * @param drain true to register the hook
     * @return this
     */
    public B shutdownHook(boolean drain) {
        shutdownHook = drain;
        return self();
    }

    /**
     * Sets whether a {@link io.grizzlythrift.metrics.ThriftServerMXBean} is registered with the platform MBean server from
     * start to stop, as {@code io.grizzlythrift:type=ThriftServer,name="<name>"}. If that name is already registered, {@code
     * ,id=2}, {@code ,id=3} and so on is appended. Default: false.
     *
     * @param register true to register it
     * @return this
     */
    public B jmx(boolean register) {
        jmx = register;
        return self();
    }

    /**
     * Enables TLS on every address. Default: plain connections.
     *
     * @param config contains the certificate of the server; can be shared, and can reload its certificates while the
     *     server runs
     * @return this
     * @throws IllegalArgumentException if the configuration has no certificate
     */
    public B tls(TlsConfig config) {
        if (!Objects.requireNonNull(config, "tls").hasCertificate()) {
            throw new IllegalArgumentException(
                    "tls has no certificate: a server needs TlsConfig.Builder.certificate, keyStore or keyManager");
        }
        tls = Optional.of(config);
        return self();
    }

    /**
     * Lets clients authenticate by SASL, on every address and on connections of {@link ThriftListener#filters()}. Their
     * identity is {@link io.grizzlythrift.call.CallContext#identity()}. Default: no SASL, at no cost; with it, other connections
     * pay for one more look-up per read.
     *
     * @param config the mechanisms, and whether clients must use one
     * @return this
     */
    public B sasl(SaslConfig config) {
        sasl = Optional.of(Objects.requireNonNull(config, "sasl"));
        return self();
    }

    @Override
    boolean mayProveSubjects() {
        return sasl.isPresent();
    }

    /** Checks that no mechanism needs TLS where there is none. */
    final void checkSasl() {
        if (tls.isPresent() || !filters.isEmpty() || sockets.isEmpty()) {
            return; // filters of the application may add it
        }
        sasl.stream()
                .flatMap(config -> config.mechanisms().stream().filter(offered -> config.needsTls(offered.name())))
                .forEach(offered -> {
                    throw new IllegalStateException("sasl offers " + offered.name()
                            + ", which sends passwords in plain text: set tls, or SaslConfig.Builder.allowWithoutTls");
                });
    }

    /** Checks that every announced address is one to which clients can connect. */
    final void checkAnnounced() {
        List<InetSocketAddress> addresses =
                sockets.stream().map(ListenSocket::address).toList();
        announced.forEach(target -> target.check(addresses));
    }
}
