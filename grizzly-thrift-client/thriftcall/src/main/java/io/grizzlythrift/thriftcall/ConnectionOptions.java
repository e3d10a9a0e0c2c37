package io.grizzlythrift.thriftcall;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.tls.TlsConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How to reach a server, and how to speak to it. */
final class ConnectionOptions {
    private static final Duration LONGEST_CONNECT = Duration.ofSeconds(10);

    /** The protocols, by the names of the option. */
    enum Protocol {
        BINARY(ThriftProtocol.BINARY),
        COMPACT(ThriftProtocol.COMPACT),
        JSON(ThriftProtocol.JSON);

        private final ThriftProtocol protocol;

        Protocol(ThriftProtocol protocol) {
            this.protocol = protocol;
        }

        /** {@return the name as it is typed} */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The dialects, by the names of the option. */
    enum Framing {
        FRAMED(Dialect.FRAMED),
        UNFRAMED(Dialect.UNFRAMED),
        HEADER(Dialect.HEADER);

        private final Dialect dialect;

        Framing(Dialect dialect) {
            this.dialect = dialect;
        }

        /** {@return the name as it is typed} */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--protocol",
            paramLabel = "PROTOCOL", // its own: completion knows values by this label
            defaultValue = "binary",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Protocol protocol;

    @Option(
            names = "--dialect",
            paramLabel = "DIALECT",
            description = "How messages are framed: ${COMPLETION-CANDIDATES} (THeader). Default: framed, or header with"
                    + " --header.")
    private Framing dialect;

    @Option(
            names = "--header",
            paramLabel = "NAME=VALUE",
            description = "A header of each call, over THeader. May be repeated.")
    private Map<String, String> headers = new LinkedHashMap<>();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "5s",
            description = "The longest time a call may take, with connecting. Default: ${DEFAULT-VALUE}.")
    private Duration timeout;

    @Option(
            names = "--max-frame",
            paramLabel = "SIZE",
            defaultValue = "16384000",
            converter = SizeConverter.class,
            description = "The largest message, sent or received, such as 64m. Default: ${DEFAULT-VALUE} bytes.")
    private int maxFrame;

    @Option(names = "--tls", description = "Use TLS. Implied by the options below.")
    private boolean tls;

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            description = "Trust the certificates in this PEM file only. Default: those that Java trusts.")
    private Path ca;

    @Option(
            names = "--cert",
            paramLabel = "FILE",
            description = "Show the server the certificate in this PEM file. Needs --key.")
    private Path certificate;

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "The private key of --cert: a PEM file, PKCS#8, not encrypted.")
    private Path key;

    @Option(
            names = "--server-name",
            paramLabel = "HOST",
            description = "The name that the certificate of the server must have. Default: the host.")
    private String serverName;

    @Option(
            names = "--insecure",
            description = "Use TLS, but do not check that the certificate was issued for the host.")
    private boolean insecure;

    @ArgGroup(exclusive = false)
    private SaslOptions sasl;

    /** Opens a client, which connects with the first call. */
    ThriftClient open(EndpointAddress server, int concurrency) {
        ThriftClientBuilder builder = ThriftClient.builder()
                .name("thriftcall")
                .endpoint(server.host(), server.port())
                .protocol(protocol.protocol)
                .dialect(dialect())
                .callTimeout(timeout)
                .connectTimeout(timeout.compareTo(LONGEST_CONNECT) < 0 ? timeout : LONGEST_CONNECT)
                .maxFrameBytes(maxFrame)
                .maxWaitingPerEndpoint(ThriftClientBuilder.MAX_CALLS)
                .maxWait(timeout)
                .shutdownGrace(Duration.ZERO);
        if (concurrency > 1) {
            builder.maxInFlightPerConnection(Math.max(1, Math.min(ThriftClientBuilder.MAX_CALLS, concurrency)));
        }
        headers.forEach(builder::header);
        boolean usesTls = tls || ca != null || certificate != null || key != null || serverName != null || insecure;
        if (usesTls) {
            builder.tls(tlsConfig());
        }
        if (sasl != null) {
            builder.sasl(sasl.credentials(usesTls));
        }
        return builder.build();
    }

    private Dialect dialect() {
        if (dialect != null) {
            return dialect.dialect;
        }
        return headers.isEmpty() ? Dialect.FRAMED : Dialect.HEADER;
    }

    private TlsConfig tlsConfig() {
        if ((certificate == null) != (key == null)) {
            throw CommandException.usage("--cert and --key belong together", "Name both files, or the same one twice.");
        }
        TlsConfig.Builder builder = TlsConfig.builder().verifyHostName(!insecure);
        if (ca != null) {
            builder.trust(ca);
        }
        if (certificate != null) {
            builder.certificate(certificate, key);
        }
        if (serverName != null) {
            builder.serverName(serverName);
        }
        return builder.build();
    }

    Duration timeout() {
        return timeout;
    }

    ThriftProtocol protocol() {
        return protocol.protocol;
    }
}
