package io.grizzlythrift.samples.secured.hive;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.samples.secured.ChildJvm;
import io.grizzlythrift.samples.secured.HalfFinished;
import io.grizzlythrift.samples.secured.KerberosRealm;
import io.grizzlythrift.samples.secured.SaslServers;
import io.grizzlythrift.samples.secured.TestRealm;
import io.grizzlythrift.security.Authenticator;
import io.grizzlythrift.security.Authorizer;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.security.PlainVerifier;
import io.grizzlythrift.security.QualityOfProtection;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.security.SaslMechanism;
import io.grizzlythrift.server.ThriftServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.hive.service.rpc.thrift.TCLIService;
import org.apache.thrift.TProcessor;
import org.testng.SkipException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/**
 * Hive's unmodified JDBC driver, in a JVM of its own with the libthrift that it brings, runs queries on HiveServer2's
 * service behind servers with each strategy, while other clients never finish to authenticate. With {@code
 * -Dsecured.ticketSeconds=10}, the ticket of the user expires during each query.
 */
@Test(timeOut = 600_000)
public class HiveDriverProcessTest {
    private static final Path DRIVER = Path.of("target/hive/hive-jdbc.jar");
    private static final int ROWS = 10_000;
    private static final int ABANDONED = Integer.getInteger("secured.abandoned", 100);
    private static final Duration TICKET_LIFETIME = Duration.ofSeconds(
            Long.getLong("secured.ticketSeconds", Duration.ofHours(1).toSeconds()));

    private final List<ThriftServer> servers = new ArrayList<>();
    private final List<HalfFinished> abandoned = new ArrayList<>();

    @BeforeMethod
    void start() throws Exception {
        if (!Files.exists(DRIVER)) {
            throw new SkipException("no Hive driver in " + DRIVER + "; -Psoak downloads it");
        }
        SaslConfig sasl = SaslServers.kerberos()
                .mechanism(SaslMechanism.plain(
                        PlainVerifier.of((user, password) -> new String(password).equals(user + "-secret"))))
                .allowWithoutTls(SaslMechanism.PLAIN)
                .qualityOfProtection(
                        QualityOfProtection.AUTH_CONF, QualityOfProtection.AUTH_INT, QualityOfProtection.AUTH)
                .build();
        for (SaslServers strategy : SaslServers.values()) {
            ThriftServer server = strategy.builder(processor()).sasl(sasl).build();
            server.start();
            servers.add(server);
            abandoned.add(new HalfFinished(server.port(), ABANDONED));
        }
    }

    @AfterMethod(alwaysRun = true)
    void stop() throws Exception {
        for (HalfFinished sockets : abandoned) {
            sockets.close();
        }
        servers.forEach(ThriftServer::close);
        abandoned.clear();
        servers.clear();
    }

    @Test
    public void queriesOverKerberos() throws Exception {
        List<String> urls = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        boolean expires = TICKET_LIFETIME.compareTo(Duration.ofMinutes(1)) < 0;
        for (ThriftServer server : servers) {
            for (QualityOfProtection quality : QualityOfProtection.values()) {
                urls.add(url(server) + "principal=" + TestRealm.service()
                        + ";auth=kerberos;kerberosAuthType=fromSubject;saslQop=" + quality.saslName());
                expected.add("rows=" + ROWS + " expired=" + expires + " user=" + KerberosRealm.principal("alice")
                        + " (GSSAPI) 0");
            }
        }
        assertEquals(run("kerberos", urls), expected);
    }

    @Test
    public void queriesWithAPassword() throws Exception {
        List<String> urls = servers.stream()
                .map(server -> url(server) + "user=bob;password=bob-secret")
                .toList();
        List<String> expected = servers.stream()
                .map(server -> "rows=" + ROWS + " expired=false user=bob (PLAIN) 0")
                .toList();
        assertEquals(run("plain", urls), expected);
    }

    @Test
    public void queriesOverHttp() throws Exception {
        try (ThriftServer server = SaslServers.WORKER_THREAD
                .builder(processor())
                .http(true)
                .authenticator(Authenticator.basic("hive", HiveDriverProcessTest::basic))
                .authorizer(Authorizer.authenticated())
                .build()) {
            server.start();
            String url = url(server) + "transportMode=http;httpPath=cliservice;user=carol;password=carol-secret";
            assertEquals(run("http", List.of(url)), List.of("rows=" + ROWS + " expired=false user=carol (basic) 0"));
        }
    }

    private static CompletionStage<Identity> basic(String user, String password) {
        return password.equals(user + "-secret")
                ? CompletableFuture.completedFuture(
                        Identity.builder(user, "basic").build())
                : CompletableFuture.failedFuture(new GeneralSecurityException("wrong password"));
    }

    private static TProcessor processor() {
        return new TCLIService.Processor<>(HiveStub.create());
    }

    private static String url(ThriftServer server) {
        return "jdbc:hive2://127.0.0.1:" + server.port() + "/default;";
    }

    private static List<String> run(String name, List<String> urls) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                Integer.toString(ROWS),
                KerberosRealm.principal("alice"),
                TestRealm.keytab("alice").toString()));
        arguments.addAll(urls);
        Path config = TestRealm.realm().writeConfig("hive.conf", TICKET_LIFETIME);
        return ChildJvm.run("hive-" + name, config, List.of(DRIVER.toString()), HiveQuery.class, arguments);
    }
}
