package io.grizzlythrift.client.sasl;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.security.SaslCredentials;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.client.tls.TlsFiles;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.security.QualityOfProtection;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.tls.TestCertificate;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.thrift.TException;
import org.apache.thrift.transport.TSSLTransportFactory;
import org.apache.thrift.transport.TServerSocket;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests servers that refuse credentials, do not speak SASL, or restart. */
@Test(timeOut = 60_000)
public class SaslFailuresTest {
    private static final String WRONG = "battery staple";
    private static final char[] STORE_PASSWORD = "for the tests".toCharArray();

    private final Accounts accounts = new Accounts();

    @BeforeClass
    void install() {
        PlainProvider.install();
    }

    @DataProvider
    static Object[][] refusals() {
        return new Object[][] {
            {SaslServers.THREAD_POOL, SaslCredentials.PLAIN},
            {SaslServers.THREAD_POOL, SaslCredentials.DIGEST_MD5},
            {SaslServers.NONBLOCKING, SaslCredentials.PLAIN},
            {SaslServers.NONBLOCKING, SaslCredentials.DIGEST_MD5},
            {SaslServers.OURS, SaslCredentials.PLAIN},
            {SaslServers.OURS, SaslCredentials.DIGEST_MD5}
        };
    }

    private TestServer start(SaslServers kind, int port, String mechanism, Accounts users) throws Exception {
        return kind.start(
                port,
                new SaslServers.Setup(
                        mechanism,
                        QualityOfProtection.AUTH,
                        ThriftProtocol.BINARY,
                        users,
                        new Probe.Processor<>(new ProbeHandler())));
    }

    private static ThriftClientBuilder client(int port, SaslCredentials credentials) {
        return PatientClient.builder().endpoint(TestServer.HOST, port).sasl(credentials);
    }

    private static CallFailedException failure(ThriftClient client) {
        return expectThrows(
                CallFailedException.class, () -> client.stub(Probe.Iface.class).ping());
    }

    /** A server may lock the account, so the same password is not sent with each call. */
    @Test(dataProvider = "refusals", timeOut = 60_000)
    public void aWrongPasswordIsNotSentAgainAtOnce(SaslServers kind, String mechanism) throws Exception {
        Accounts users = new Accounts();
        try (TestServer server = start(kind, 0, mechanism, users);
                ThriftClient client = client(
                                server.port(),
                                Accounts.credentials(mechanism, WRONG).build())
                        .build()) {
            long begun = System.nanoTime();
            for (int i = 0; i < 50; i++) {
                CallFailedException failure = failure(client);
                assertEquals(failure.failure(), FailureCause.AUTHENTICATION_FAILED, failure.getMessage());
                assertFalse(failure.mayHaveRun());
                assertTrue(failure.getMessage().contains(mechanism), failure.getMessage());
                assertTrue(failure.getMessage().contains(Accounts.USER), failure.getMessage());
                assertFalse(failure.getMessage().contains(WRONG), failure.getMessage());
            }
            long seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
            assertTrue(users.asked() <= 1 + seconds, users.asked() + " attempts in " + seconds + " s");
        }
    }

    /** The new one is used with the next attempt, without the pause that follows a refusal. */
    @Test(dataProvider = "refusals", timeOut = 60_000)
    public void aChangedPasswordIsTried(SaslServers kind, String mechanism) throws Exception {
        AtomicReference<String> password = new AtomicReference<>(WRONG);
        SaslCredentials credentials = mechanism.equals(SaslCredentials.PLAIN)
                ? SaslCredentials.plain(Accounts.USER, () -> password.get().toCharArray())
                        .allowPlainWithoutTls()
                        .build()
                : SaslCredentials.digestMd5(Accounts.USER, () -> password.get().toCharArray())
                        .service(SaslServers.SERVICE)
                        .serverName(SaslServers.NAME)
                        .build();
        Accounts users = new Accounts();
        try (TestServer server = start(kind, 0, mechanism, users);
                ThriftClient client = client(server.port(), credentials).build()) {
            assertEquals(failure(client).failure(), FailureCause.AUTHENTICATION_FAILED);
            password.set(Accounts.PASSWORD);
            awaitCall(client);
            assertTrue(client.counters().connectAttempts() >= 2);
        }
    }

    private static void awaitCall(ThriftClient client) {
        Probe.Iface calls = client.stub(Probe.Iface.class);
        Await.that("no call succeeds", () -> {
            try {
                calls.ping();
                return true;
            } catch (TException e) {
                return false;
            }
        });
    }

    /** The account may be created later. */
    public void theSameCredentialsAreTriedAfterAPause() throws Exception {
        Accounts users = new Accounts();
        try (TestServer server = start(SaslServers.THREAD_POOL, 0, SaslCredentials.PLAIN, users);
                ThriftClient client = client(
                                server.port(),
                                Accounts.credentials(SaslCredentials.PLAIN, WRONG)
                                        .build())
                        .build()) {
            failure(client);
            users.set(Accounts.USER, WRONG);
            awaitCall(client);
        }
    }

    /** Calls move on, as if the server that refuses were down. */
    public void anotherServerTakesTheCalls() throws Exception {
        Accounts others = new Accounts();
        others.set(Accounts.USER, WRONG);
        try (TestServer refusing = start(SaslServers.THREAD_POOL, 0, SaslCredentials.PLAIN, others);
                TestServer good = start(SaslServers.THREAD_POOL, 0, SaslCredentials.PLAIN, accounts);
                ThriftClient client = client(
                                refusing.port(),
                                Accounts.credentials(SaslCredentials.PLAIN, Accounts.PASSWORD)
                                        .build())
                        .endpoint(TestServer.HOST, good.port())
                        .build()) {
            Probe.Iface calls = client.stub(Probe.Iface.class);
            for (int i = 0; i < 50; i++) {
                assertEquals(calls.baseEcho(i), i);
            }
        }
    }

    public void noCommonQualityOfProtection() throws Exception {
        try (TestServer server = start(SaslServers.THREAD_POOL, 0, SaslCredentials.DIGEST_MD5, accounts);
                ThriftClient client = client(
                                server.port(),
                                Accounts.credentials(SaslCredentials.DIGEST_MD5, Accounts.PASSWORD)
                                        .qualityOfProtection(QualityOfProtection.AUTH_CONF)
                                        .build())
                        .build()) {
            assertEquals(failure(client).failure(), FailureCause.AUTHENTICATION_FAILED);
        }
    }

    public void aSupplierThatThrows() throws Exception {
        SaslCredentials credentials = SaslCredentials.plain(Accounts.USER, () -> {
                    throw new IllegalStateException("the vault is sealed");
                })
                .allowPlainWithoutTls()
                .build();
        try (TestServer server = start(SaslServers.THREAD_POOL, 0, SaslCredentials.PLAIN, accounts);
                ThriftClient client = client(server.port(), credentials).build()) {
            CallFailedException failure = failure(client);
            assertEquals(failure.failure(), FailureCause.AUTHENTICATION_FAILED);
            assertTrue(failure.getMessage().contains("no credentials"), failure.getMessage());
        }
    }

    /** START looks like a frame that is too large to a framed server, or like garbage. */
    @Test(dataProvider = "serversWithoutSasl", timeOut = 60_000)
    public void aServerWithoutSasl(Servers kind) throws Exception {
        try (TestServer server = kind.start(ThriftProtocol.BINARY, new Probe.Processor<>(new ProbeHandler()));
                ThriftClient client = client(
                                server.port(),
                                Accounts.credentials(SaslCredentials.PLAIN, Accounts.PASSWORD)
                                        .build())
                        .build()) {
            CallFailedException failure = failure(client);
            assertEquals(failure.failure(), FailureCause.CONNECT_FAILED, failure.getMessage());
            assertTrue(failure.getMessage().contains("SASL"), failure.getMessage());
        }
    }

    @DataProvider
    static Object[][] serversWithoutSasl() {
        return new Object[][] {{Servers.WORKER_THREAD}, {Servers.THREAD_POOL}, {Servers.THREADED_SELECTOR}};
    }

    @Test(dataProvider = "refusals", timeOut = 60_000)
    public void theServerRestarts(SaslServers kind, String mechanism) throws Exception {
        TestServer first = start(kind, 0, mechanism, accounts);
        try (ThriftClient client = client(
                        first.port(),
                        Accounts.credentials(mechanism, Accounts.PASSWORD).build())
                .build()) {
            client.stub(Probe.Iface.class).ping();
            first.close();
            Await.that("the connection is open", () -> client.counters().openConnections() == 0);
            try (TestServer second = start(kind, first.port(), mechanism, accounts)) {
                awaitCall(client);
                assertEquals(second.port(), first.port());
            }
        } finally {
            first.close();
        }
    }

    /** Messages with headers within the frames of SASL, wrapped, to a server of this library. */
    public void headersWithinSasl() throws Exception {
        SaslServers.Setup setup = new SaslServers.Setup(
                SaslCredentials.DIGEST_MD5,
                QualityOfProtection.AUTH_CONF,
                ThriftProtocol.BINARY,
                accounts,
                new Probe.Processor<>(new ProbeHandler()));
        try (TestServer server = SaslServers.OURS.start(0, setup);
                ThriftClient client = client(
                                server.port(),
                                Accounts.credentials(SaslCredentials.DIGEST_MD5, Accounts.PASSWORD)
                                        .qualityOfProtection(QualityOfProtection.AUTH_CONF)
                                        .build())
                        .dialect(Dialect.HEADER)
                        .header("tenant", "blue")
                        .build()) {
            Probe.Iface calls = client.stub(Probe.Iface.class);
            for (int i = 0; i < 50; i++) {
                assertEquals(calls.baseEcho(i), i);
            }
            String large = "x".repeat(200_000);
            assertEquals(calls.echo(large), large);
        }
    }

    public void plainWithinTls() throws Exception {
        try (TlsFiles files = new TlsFiles()) {
            TestCertificate own = files.server("RSA");
            Path store = own.writeStore(files.directory().resolve("own.p12"), "PKCS12", STORE_PASSWORD);
            TSSLTransportFactory.TSSLTransportParameters parameters =
                    new TSSLTransportFactory.TSSLTransportParameters("TLS", null);
            parameters.setKeyStore(store.toString(), new String(STORE_PASSWORD), null, "PKCS12");
            TServerSocket socket =
                    TSSLTransportFactory.getServerSocket(0, 30_000, InetAddress.getLoopbackAddress(), parameters);
            SaslServers.Setup setup = new SaslServers.Setup(
                    SaslCredentials.PLAIN,
                    QualityOfProtection.AUTH,
                    ThriftProtocol.BINARY,
                    accounts,
                    new Probe.Processor<>(new ProbeHandler()));
            try (TestServer server = SaslServers.threadPool(socket, () -> {}, setup);
                    ThriftClient client = PatientClient.builder()
                            .endpoint(TlsFiles.HOST, server.port())
                            .tls(files.trusting().build())
                            .sasl(SaslCredentials.plain(Accounts.USER, Accounts.PASSWORD::toCharArray)
                                    .build())
                            .build()) {
                Probe.Iface calls = client.stub(Probe.Iface.class);
                for (int i = 0; i < 50; i++) {
                    assertEquals(calls.baseEcho(i), i);
                }
            }
        }
    }
}
