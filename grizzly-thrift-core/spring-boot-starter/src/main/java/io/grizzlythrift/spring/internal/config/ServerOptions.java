package io.grizzlythrift.spring.internal.config;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.security.QualityOfProtection;
import io.grizzlythrift.tls.ClientCertificates;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The options of a server that a property can express. Those without a value keep the default of the builder. A component
 * with the name of an option of a builder sets that option.
 *
 * @param enabled Whether to start the server.
 * @param host Name or address to listen on; 0.0.0.0 for all. Default: 127.0.0.1.
 * @param port Port to listen on; 0 for any free port. Default: 9090; servers other than the default must set it.
 * @param strategy Which threads run calls: worker-thread, same-thread, leader-follower, adaptive or virtual-thread. Default: worker-thread, or virtual-thread if spring.threads.virtual.enabled is set.
 * @param threads Number of threads that run calls, for strategies that have threads of their own.
 * @param queueCapacity Reads that may wait for a thread. Default: 16384.
 * @param quickBound A call that holds its thread for less is quick, with the strategy adaptive. Default: 100us.
 * @param methods Threads and timeouts of single methods, by the name of the method.
 * @param protocol The only protocol of framed messages. Default: binary and compact, detected by their first byte.
 * @param dialects Dialects that connections may use. Default: all; HTTP has its own option.
 * @param ssl TLS with a bundle of Spring Boot.
 * @param replyOrder Order in which replies are written. Default: request.
 * @param slowCallThreshold Log calls that take at least this long. Default: none.
 * @param interruptCancelledCalls Whether to interrupt the handler of a call that its client has cancelled.
 * @param prioritiesFromHeader Whether callers set the priority of their calls in the header thrift_priority.
 * @param sasl How clients authenticate by SASL.
 * @param accessRules Which callers may call which methods.
 * @param auditLog Whether to log each decision of the authorizer.
 * @param http Whether to accept HTTP on the same port, with /health/live, /health/ready and /metrics.
 * @param jsonCalls Whether to accept calls in JSON under /call, if http is set.
 * @param console Pages for browsers under /console/, if http is set.
 * @param reflection Whether clients may ask for services, methods and types.
 * @param backlog Connections that may wait in the operating system to be accepted. Default: 1024.
 * @param shutdownGrace How long a stop waits for calls in flight. Default: spring.lifecycle.timeout-per-shutdown-phase, less the drain delay and one second.
 * @param drainDelay How long to accept calls after readiness has turned false, before the drain. Default: 0.
 * @param jmx Whether to register an MBean.
 * @param selectorThreads Number of selector threads. Default: that of the strategy for this machine.
 * @param maxConnections Open connections at which accepting pauses.
 * @param maxConnectionsPerAddress Open connections per peer address. Default: no limit.
 * @param maxFrameBytes Largest accepted frame or message.
 * @param maxDepth How deeply structs in a message may be nested. Default: 64.
 * @param maxBufferedBytes Memory budget of frames and replies over all connections.
 * @param maxHttpHeadBytes Largest head of an HTTP request.
 * @param frameTimeout Time a frame may take from its first byte to its last. Default: 30s.
 * @param maxInFlightPerConnection Calls in flight at which reading from a connection pauses.
 * @param maxInFlight Calls of all connections that wait for a thread or run; further calls are rejected.
 * @param concurrencyLimit Limit on calls in flight that adapts to how long they take.
 * @param queueTimeout Time a call may wait for a thread. Default: 2s.
 * @param queueTarget Time a call may wait for a thread while the server is overloaded. Default: none.
 * @param queueInterval How long calls must wait without interruption before the queue target applies. Default: 100ms.
 * @param callTimeout Time from reading a call to its reply. Default: 1m.
 * @param maxReplyBytes Largest reply.
 * @param writeBufferHighWaterMark Waiting reply bytes at which reading from a connection pauses.
 * @param maxWriteBufferBytes Waiting reply bytes at which a connection is terminated.
 * @param writeTimeout How long replies may wait without the peer reading a byte. Default: 4s.
 * @param idleTimeout How long a connection may be idle. Default: 10m.
 * @param firstCallTimeout Time from accept until the first call. Default: none.
 * @param handshakeTimeout Time from accept until the TLS handshake is complete. Default: 4s.
 * @param maxConnectionAge Maximum age of a connection. Default: no limit.
 */
public record ServerOptions(
        @DefaultValue("true") boolean enabled,
        @Nullable String host,
        @Nullable Integer port,
        @Nullable String strategy,
        @Nullable Integer threads,
        @Nullable Integer queueCapacity,
        @Nullable Duration quickBound,
        @Nullable Map<String, Method> methods,
        @Nullable ThriftProtocol protocol,
        @Nullable List<Dialect> dialects,
        @Nullable Ssl ssl,
        @Nullable ReplyOrder replyOrder,
        @Nullable Duration slowCallThreshold,
        @Nullable Boolean interruptCancelledCalls,
        @Nullable Boolean prioritiesFromHeader,
        @Nullable Sasl sasl,
        @Nullable AccessRules accessRules,
        @Nullable Boolean auditLog,
        @Nullable Boolean http,
        @Nullable Boolean jsonCalls,
        @Nullable Console console,
        @Nullable Boolean reflection,
        @Nullable Integer backlog,
        @Nullable Duration shutdownGrace,
        @Nullable Duration drainDelay,
        @Nullable Boolean jmx,
        @Nullable Integer selectorThreads,
        @Nullable Integer maxConnections,
        @Nullable Integer maxConnectionsPerAddress,
        @Nullable DataSize maxFrameBytes,
        @Nullable Integer maxDepth,
        @Nullable DataSize maxBufferedBytes,
        @Nullable DataSize maxHttpHeadBytes,
        @Nullable Duration frameTimeout,
        @Nullable Integer maxInFlightPerConnection,
        @Nullable Integer maxInFlight,
        @Nullable ConcurrencyLimit concurrencyLimit,
        @Nullable Duration queueTimeout,
        @Nullable Duration queueTarget,
        @Nullable Duration queueInterval,
        @Nullable Duration callTimeout,
        @Nullable DataSize maxReplyBytes,
        @Nullable DataSize writeBufferHighWaterMark,
        @Nullable DataSize maxWriteBufferBytes,
        @Nullable Duration writeTimeout,
        @Nullable Duration idleTimeout,
        @Nullable Duration firstCallTimeout,
        @Nullable Duration handshakeTimeout,
        @Nullable Duration maxConnectionAge) {
    /**
     * TLS of a server.
     *
     * @param bundle Name of the SSL bundle with the certificate of the server. Reloaded if the bundle is.
     * @param clientCertificates Whether to ask clients for a certificate: none, wanted or needed. Default: none.
     */
    public record Ssl(@Nullable String bundle, @Nullable ClientCertificates clientCertificates) {}

    /**
     * A method of a server.
     *
     * @param threads Number of threads for the calls of the method only.
     * @param queueTimeout Time a call may wait for one of these threads. Default: that of the server.
     * @param callTimeout Time from reading a call to its reply. Default: that of the server.
     * @param maxInFlight Calls of the method that wait for a thread or run. Default: those of the server.
     */
    public record Method(
            @Nullable Integer threads,
            @Nullable Duration queueTimeout,
            @Nullable Duration callTimeout,
            @Nullable Integer maxInFlight) {}

    /**
     * The console of a server.
     *
     * @param enabled Whether to show services and live data. Default: false.
     * @param calls Whether the console makes calls, if json-calls is set. Default: false.
     * @param loopback Whether browsers on this machine need no identity. Default: true.
     * @param hosts Further names by which browsers reach the server.
     */
    public record Console(
            @Nullable Boolean enabled,
            @Nullable Boolean calls,
            @Nullable Boolean loopback,
            @Nullable List<String> hosts) {}

    /**
     * Concurrency limit of a server.
     *
     * @param enabled Whether to limit calls in flight. Default: true if another property of the limit is set.
     * @param min Smallest limit, in calls.
     * @param max Largest limit, in calls.
     * @param tolerance Time that a call may take, as a multiple of the long-term average.
     */
    public record ConcurrencyLimit(
            @Nullable Boolean enabled,
            @Nullable Integer min,
            @Nullable Integer max,
            @Nullable Double tolerance) {}

    /**
     * Authorization of a server. Calls that no rule allows are denied.
     *
     * @param file File with a rule per line, read again when it changes.
     * @param interval Time between two looks at the file. Default: 1s.
     * @param rules Rules, as in the file: METHODS: CALLERS.
     */
    public record AccessRules(
            @Nullable Path file,
            @Nullable Duration interval,
            @Nullable List<String> rules) {}

    /**
     * SASL of a server. Beans of the type SaslMechanism are offered as well.
     *
     * @param principal Offers GSSAPI: principal of the service, as in hive/node1.example.org.
     * @param keytab Offers GSSAPI: file with the key of the principal.
     * @param external Offers EXTERNAL: the client is who its certificate says. Default: false.
     * @param qualityOfProtection Accepted protection of messages: auth, auth-int, auth-conf. Default: auth.
     * @param allowWithoutTls Mechanisms with a plain password that are allowed without TLS.
     * @param required Whether connections without SASL are refused. Default: false.
     * @param threads Threads that evaluate the responses of clients. Default: 4.
     * @param maxTokenBytes Largest token of a negotiation. Default: 64KB.
     * @param negotiationTimeout Time a negotiation may take. Default: 10s.
     * @param maxNegotiations Connections that may negotiate at once. Default: 10000.
     * @param maxFailuresPerAddress Failures of clients at one address within the window. Default: 100.
     * @param failureWindow Window of the failures of an address. Default: 1m.
     */
    public record Sasl(
            @Nullable String principal,
            @Nullable Path keytab,
            @Nullable Boolean external,
            @Nullable List<QualityOfProtection> qualityOfProtection,
            @Nullable List<String> allowWithoutTls,
            @Nullable Boolean required,
            @Nullable Integer threads,
            @Nullable DataSize maxTokenBytes,
            @Nullable Duration negotiationTimeout,
            @Nullable Integer maxNegotiations,
            @Nullable Integer maxFailuresPerAddress,
            @Nullable Duration failureWindow) {}

    /** {@return whether any property is set, so that a server is expected} */
    public boolean isSet() {
        return Arrays.stream(getClass().getRecordComponents())
                .anyMatch(each -> !each.getName().equals("enabled") && value(each) != null);
    }

    private @Nullable Object value(RecordComponent component) {
        return BuilderOptions.value(this, component);
    }
}
