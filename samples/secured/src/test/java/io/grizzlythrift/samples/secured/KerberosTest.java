package io.grizzlythrift.samples.secured;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.security.SaslCredentials;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.samples.calculator.gen.Operation;
import io.grizzlythrift.samples.calculator.gen.Work;
import io.grizzlythrift.security.QualityOfProtection;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Kerberos, with a real key distribution center, between this library and libthrift in both directions. */
@Test(timeOut = 120_000)
public class KerberosTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int PIPELINED = 200;

    /** More than a wrapped frame can carry. */
    private static final String LONG = "long ".repeat(40_000);

    /** Less than a wrapped frame can carry: TSaslNonblockingServer reads each message from one frame. */
    private static final String SHORT = "short";

    @DataProvider
    static Object[][] servers() {
        return product(SaslServers.values(), QualityOfProtection.values());
    }

    @DataProvider
    static Object[][] qualities() {
        return product(new Object[] {"once"}, QualityOfProtection.values());
    }

    private static Object[][] product(Object[] first, Object[] second) {
        List<Object[]> rows = new ArrayList<>();
        for (Object one : first) {
            for (Object two : second) {
                rows.add(new Object[] {one, two});
            }
        }
        return rows.toArray(Object[][]::new);
    }

    @Test(dataProvider = "servers")
    public void libthriftsClientCallsOurServer(SaslServers servers, QualityOfProtection quality) throws Exception {
        try (ThriftServer server = servers.start(audited(), quality);
                TTransport transport = LibthriftSasl.connect(TestRealm.client("alice"), server.port(), quality)) {
            check(new Calculator.Client(new TBinaryProtocol(transport)), KerberosRealm.principal("alice") + ": ", LONG);
        }
    }

    @Test(dataProvider = "servers")
    public void ourClientCallsOurServer(SaslServers servers, QualityOfProtection quality) throws Exception {
        try (ThriftServer server = servers.start(audited(), quality);
                ThriftClient client = client(server.port(), fromKeytab("bob").qualityOfProtection(quality))) {
            check(client.stub(Calculator.Iface.class), KerberosRealm.principal("bob") + ": ", LONG);
            pipeline(client.stub(Calculator.FutureIface.class));
        }
    }

    @Test(dataProvider = "qualities")
    public void ourClientCallsTheThreadPoolServer(String once, QualityOfProtection quality) throws Exception {
        try (LibthriftSasl.Running server = LibthriftSasl.threadPool(plain(), quality);
                ThriftClient client = client(server.port(), fromKeytab("carol").qualityOfProtection(quality))) {
            check(client.stub(Calculator.Iface.class), "", LONG);
            pipeline(client.stub(Calculator.FutureIface.class));
        }
    }

    @Test(dataProvider = "qualities")
    public void ourClientCallsTheNonblockingServer(String once, QualityOfProtection quality) throws Exception {
        try (LibthriftSasl.Running server = LibthriftSasl.nonblocking(plain(), quality);
                ThriftClient client = client(
                        server.port(),
                        SaslCredentials.kerberosSubject(TestRealm.client("dave"))
                                .qualityOfProtection(quality))) {
            check(client.stub(Calculator.Iface.class), "", SHORT);
        }
    }

    @Test(dataProvider = "servers")
    public void callsGoOnBesideNegotiationsThatNeverEnd(SaslServers servers, QualityOfProtection quality)
            throws Exception {
        try (ThriftServer server = servers.start(audited(), quality)) {
            try (HalfFinished abandoned = new HalfFinished(server.port(), 100);
                    TTransport transport = LibthriftSasl.connect(TestRealm.client("erin"), server.port(), quality)) {
                check(
                        new Calculator.Client(new TBinaryProtocol(transport)),
                        KerberosRealm.principal("erin") + ": ",
                        LONG);
                Await.that(
                        "negotiations do not hang",
                        () -> server.counters().pendingNegotiations() == abandoned.recognizable());
            }
            Await.that("negotiations are left", () -> server.counters().pendingNegotiations() == 0);
            Await.that("connections are left", () -> server.counters().openConnections() == 0);
        }
    }

    @Test
    public void aMemberWithAnotherKeyIsRefused() throws Exception {
        try (LibthriftSasl.Running server = LibthriftSasl.threadPool(plain(), QualityOfProtection.AUTH);
                ThriftClient client = client(
                        server.port(),
                        SaslCredentials.kerberosKeytab(KerberosRealm.principal("frank"), TestRealm.keytab("grace"))
                                .service(TestRealm.SERVICE)
                                .serverName(TestRealm.HOST))) {
            assertThrows(
                    TException.class, () -> client.stub(Calculator.Iface.class).add(1, 1));
        }
    }

    @Test
    public void aWeakerProtectionIsRefused() throws Exception {
        try (ThriftServer server = SaslServers.SAME_THREAD.start(audited(), QualityOfProtection.AUTH_CONF)) {
            assertThrows(
                    TTransportException.class,
                    () -> LibthriftSasl.connect(TestRealm.client("alice"), server.port(), QualityOfProtection.AUTH)
                            .close());
        }
    }

    private static Calculator.Processor<?> audited() {
        return new Calculator.Processor<>(new AuditedCalculator());
    }

    private static Calculator.Processor<?> plain() {
        return new Calculator.Processor<>(new CalculatorHandler());
    }

    private static SaslCredentials.Builder fromKeytab(String name) {
        return SaslCredentials.kerberosKeytab(KerberosRealm.principal(name), TestRealm.keytab(name));
    }

    private static ThriftClient client(int port, SaslCredentials.Builder credentials) {
        return ThriftClient.builder()
                .endpoint("127.0.0.1", port)
                .connectTimeout(PATIENCE)
                .callTimeout(PATIENCE)
                .sasl(credentials
                        .service(TestRealm.SERVICE)
                        .serverName(TestRealm.HOST)
                        .build())
                .build();
    }

    /** Calls several methods, with messages of several sizes, and reads from the log who has called. */
    private static void check(Calculator.Iface calculator, String caller, String remark) throws TException {
        for (int i = 0; i < 20; i++) {
            assertEquals(calculator.add(i, 1), i + 1);
        }
        Work work = new Work(6, 7, Operation.MULTIPLY);
        assertEquals(calculator.calculate(1, work.setComment(remark)), 42);
        assertEquals(calculator.getStruct(1).getValue(), "42 (" + caller + remark + ")");
        calculator.zip();
        calculator.ping();
    }

    private static void pipeline(Calculator.FutureIface calculator) throws Exception {
        List<CompletableFuture<Integer>> sums = new ArrayList<>();
        for (int i = 0; i < PIPELINED; i++) {
            sums.add(calculator.add(i, i));
        }
        for (int i = 0; i < PIPELINED; i++) {
            assertEquals(sums.get(i).get(PATIENCE.toSeconds(), TimeUnit.SECONDS), Integer.valueOf(2 * i));
        }
    }
}
