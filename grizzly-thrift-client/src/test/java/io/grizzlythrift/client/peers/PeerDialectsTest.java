package io.grizzlythrift.client.peers;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.peers.gen.NewerPeers;
import io.grizzlythrift.client.peers.gen.UuidPeers;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.tls.TlsFiles;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.server.Strategies;
import io.grizzlythrift.tls.TestCertificate;
import io.grizzlythrift.tls.TlsConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.transport.TSSLTransportFactory;
import org.apache.thrift.transport.TSSLTransportFactory.TSSLTransportParameters;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests clients and servers of other languages that put messages on a connection in other ways than plain frames, in
 * each dialect and protocol that their library can carry, once: all that {@link PeerLanguagesTest} tests, and headers in
 * both directions. Strategies, kinds of stub and TLS alternate, so that each dialect meets all of them. Our servers
 * speak JSON where messages are framed: what tells the protocol of these connections is their bytes.
 */
public class PeerDialectsTest {
    private static final String HOST = "127.0.0.1";
    private static final String PASSWORD = "for the tests";
    private static final int TIMEOUT_MILLIS = 60_000;

    private TlsFiles files;
    private TlsConfig serverTls;
    private Path authority;
    private Path serverPem;
    private Path store;

    @BeforeClass
    void makeCertificates() throws Exception {
        files = new TlsFiles();
        TestCertificate own = files.server("EC");
        serverTls = files.presenting(own).build();
        authority = files.authority().writeTo(files.directory().resolve("authority.pem"));
        serverPem = own.writeTo(files.directory().resolve("server.pem"));
        store = own.writeStore(files.directory().resolve("own.p12"), "PKCS12", PASSWORD.toCharArray());
    }

    @AfterClass(alwaysRun = true)
    void removeCertificates() throws IOException {
        files.close();
    }

    @DataProvider
    Object[][] clients() {
        return rows(PeerLanguage::callsIn, Strategies.values());
    }

    @DataProvider
    Object[][] servers() {
        return rows(PeerLanguage::servesIn, CallStyle.values());
    }

    /** Returns a row for each installed language, dialect and protocol. */
    private static Object[][] rows(BiPredicate<PeerLanguage, PeerDialect> speaks, Object[] alternating) {
        List<Object[]> rows = new ArrayList<>();
        for (PeerDialect dialect : EnumSet.complementOf(EnumSet.of(PeerDialect.FRAMED, PeerDialect.HTTP))) {
            List<Object[]> ofDialect = new ArrayList<>();
            for (PeerLanguage language : PeerLanguage.values()) {
                if (language.isInstalled() && speaks.test(language, dialect)) {
                    for (ThriftProtocol protocol : dialect.protocols()) {
                        ofDialect.add(new Object[] {language, dialect, protocol, null, null});
                    }
                }
            }
            rows.addAll(spread(ofDialect, alternating));
        }
        return rows.toArray(Object[][]::new);
    }

    @DataProvider
    Object[][] libthrift() {
        List<Object[]> rows = new ArrayList<>();
        for (ThriftProtocol protocol : PeerDialect.UNFRAMED.protocols()) {
            for (int i = 0; i < Strategies.values().length; i++) {
                rows.add(new Object[] {protocol, null, null});
            }
        }
        return spread(rows, Strategies.values()).toArray(Object[][]::new);
    }

    /** Fills the last two places of each row: one of the values, and whether TLS is on, which alternates in pairs of rows. */
    private static List<Object[]> spread(List<Object[]> rows, Object[] alternating) {
        for (int i = 0; i < rows.size(); i++) {
            Object[] row = rows.get(i);
            row[row.length - 2] = alternating[i % alternating.length];
            row[row.length - 1] = (i + i / 2) % 2 == 1;
        }
        return rows;
    }

    @Test(dataProvider = "clients")
    void theirClientCallsOurServer(
            PeerLanguage language, PeerDialect dialect, ThriftProtocol protocol, Strategies strategy, boolean tls)
            throws Exception {
        Set<String> called = new ConcurrentSkipListSet<>();
        PeerHandler handler = new PeerHandler(language.leftOut(protocol));
        PeerConnection connection =
                new PeerConnection(protocol, dialect, tls ? Optional.of(authority) : Optional.empty());
        ThriftServer server = start(strategy, tls, handler.recording(called));
        try (PeerProcess client = PeerProcess.client(language, connection, server.port())) {
            client.awaitSuccess();
            assertEquals(called, language.methods());
        } finally {
            server.shutdown(Duration.ZERO);
        }
    }

    @Test(dataProvider = "libthrift")
    void libthriftCallsOurServer(ThriftProtocol protocol, Strategies strategy, boolean tls) throws Exception {
        ThriftServer server = start(strategy, tls, new PeerHandler(Set.of()));
        try (TTransport socket = tls ? tlsSocket(server.port()) : plainSocket(server.port())) {
            NewerPeers.Client peers = new NewerPeers.Client(protocol.getProtocol(socket));
            new PeerCalls(peers, Set.of(), TApplicationException.UNKNOWN_METHOD).callEverything();
        } finally {
            server.shutdown(Duration.ZERO);
        }
    }

    @Test(dataProvider = "servers")
    void ourClientCallsTheirServer(
            PeerLanguage language, PeerDialect dialect, ThriftProtocol protocol, CallStyle style, boolean tls)
            throws Exception {
        PeerConnection connection =
                new PeerConnection(protocol, dialect, tls ? Optional.of(serverPem) : Optional.empty());
        try (PeerProcess server = PeerProcess.server(language, connection);
                ThriftClient client = client(dialect, protocol, tls)
                        .endpoint(HOST, server.port())
                        .build()) {
            try {
                PeerCalls.callAll(client, style, language, protocol);
                if (dialect != PeerDialect.UNFRAMED) {
                    callWithHeaders(client, style);
                }
            } catch (Exception | AssertionError e) {
                throw new AssertionError(server.failure() + e, e);
            }
        }
    }

    /** Pipelines unframed calls in one of the protocols. */
    private ThriftClientBuilder client(PeerDialect dialect, ThriftProtocol protocol, boolean tls) throws IOException {
        ThriftClientBuilder builder = PatientClient.builder().protocol(protocol).connectionsPerEndpoint(1);
        switch (dialect) {
            case FRAMED -> {}
            case UNFRAMED -> builder.dialect(Dialect.UNFRAMED).pipelineUnframed(protocol == ThriftProtocol.COMPACT);
            case HEADER -> builder.dialect(Dialect.HEADER);
            case ZLIB -> builder.dialect(Dialect.HEADER).transform(Transform.ZLIB);
            case HTTP -> throw new IllegalArgumentException("the client does not call over " + dialect);
        }
        return tls ? builder.tls(files.trusting().build()) : builder;
    }

    /** The server returns each header, with a prefix before its name. */
    private static void callWithHeaders(ThriftClient client, CallStyle style) throws Exception {
        AtomicReference<Map<String, String>> returned = new AtomicReference<>();
        CallOptions none = CallOptions.create().onReplyHeaders(returned::set);
        for (String value : List.of("first", "", "Grüße", "long".repeat(100))) {
            CallOptions options = none.withHeader("call", "4").withHeader("value", value);
            NewerPeers.Iface peers = style.waiting(NewerPeers.Iface.class, type -> client.stub(type, options));
            assertEquals(peers.echoInt(4), 4);
            assertEquals(withoutTimeout(returned.get()), Map.of("reply-call", "4", "reply-value", value));
        }
        style.waiting(NewerPeers.Iface.class, type -> client.stub(type, none)).ping();
        assertEquals(withoutTimeout(returned.get()), Map.of());
    }

    /** Each call carries its timeout, too. */
    private static Map<String, String> withoutTimeout(Map<String, String> headers) {
        Map<String, String> others = new TreeMap<>(headers);
        others.remove("reply-client_timeout");
        return others;
    }

    private ThriftServer start(Strategies strategy, boolean tls, UuidPeers.Iface handler) {
        ThriftServerBuilder builder =
                strategy.builder(new UuidPeers.Processor<>(handler)).protocol(ThriftProtocol.JSON);
        if (tls) {
            builder.tls(serverTls);
        }
        return builder.build().start();
    }

    private static TTransport plainSocket(int port) throws Exception {
        TSocket socket = new TSocket(HOST, port, TIMEOUT_MILLIS);
        socket.open();
        return socket;
    }

    private TTransport tlsSocket(int port) throws Exception {
        TSSLTransportParameters parameters = new TSSLTransportParameters();
        parameters.setTrustStore(store.toString(), PASSWORD, null, "PKCS12");
        return TSSLTransportFactory.getClientSocket(HOST, port, TIMEOUT_MILLIS, parameters);
    }
}
