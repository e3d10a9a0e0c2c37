package io.grizzlythrift.security;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.VirtualThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.sasl.RawSasl;
import io.grizzlythrift.test.sasl.SaslClients;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.ServerThreads;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import javax.security.sasl.SaslClient;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests SASL of a server with libthrift's clients, and with bytes written by hand. */
@Test(timeOut = 120_000)
public final class SaslServerTest {
    private static final Requests REQUESTS = new Requests(ThriftProtocol.BINARY);

    /** Replies with the name of the caller. */
    private static final class Naming extends EverythingHandler {
        @Override
        public String echoString(String value) {
            String caller = CallContext.current()
                    .flatMap(CallContext::identity)
                    .map(Identity::toString)
                    .orElse("nobody");
            return value + " of " + caller;
        }
    }

    static ThriftServerBuilder builder(ProcessingStrategy strategy, SaslConfig sasl) {
        return ThriftServer.builder()
                .name(UniqueName.of("sasl"))
                .listen("127.0.0.1", 0)
                .strategy(strategy)
                .limits(PatientLimits.builder().build())
                .selectorThreads(1)
                .processor(new Everything.Processor<>(new Naming()))
                .sasl(sasl);
    }

    static ThriftServer server(SaslConfig.Builder sasl) {
        return builder(ProcessingStrategy.named("worker-thread"), sasl.build())
                .build()
                .start();
    }

    static List<ProcessingStrategy> strategies() {
        List<ProcessingStrategy> all = new ArrayList<>();
        for (String name : List.of("same-thread", "worker-thread", "leader-follower", "adaptive")) {
            all.add(ProcessingStrategy.named(name));
        }
        if (VirtualThreadStrategy.isSupported()) {
            all.add(ProcessingStrategy.named("virtual-thread"));
        }
        return all;
    }

    @DataProvider
    static Object[][] strategiesAndMechanisms() {
        List<Object[]> rows = new ArrayList<>();
        for (ProcessingStrategy strategy : strategies()) {
            rows.add(new Object[] {strategy, "PLAIN", "auth"});
            for (QualityOfProtection quality : QualityOfProtection.values()) {
                rows.add(new Object[] {strategy, "DIGEST-MD5", quality.saslName()});
            }
        }
        return rows.toArray(Object[][]::new);
    }

    private static SaslConfig.Builder allQualities() {
        return SaslClients.config().qualityOfProtection(QualityOfProtection.values());
    }

    @Test(dataProvider = "strategiesAndMechanisms")
    public void libthriftsClient(ProcessingStrategy strategy, String mechanism, String qop) throws Exception {
        try (ThriftServer server =
                builder(strategy, allQualities().required(true).build()).build().start()) {
            try (TTransport transport = SaslClients.open(server.port(), mechanism, qop)) {
                Everything.Client client = SaslClients.client(transport);
                for (int i = 0; i < 50; i++) {
                    assertEquals(client.echoString("call " + i), "call " + i + " of alice (" + mechanism + ")");
                }
                String large = "x".repeat(3_000_000); // more than a frame, a read and what may be wrapped at once
                assertEquals(client.echoString(large), large + " of alice (" + mechanism + ")");
            }
            assertEquals(server.counters().completedNegotiations(), 1);
            assertEquals(server.counters().failedNegotiations(), 0);
            assertEquals(server.counters().pendingNegotiations(), 0);
            Await.that("memory is in use", () -> server.counters().bufferedBytes() == 0);
        }
    }

    /** Other dialects are served as ever, also byte by byte. */
    @Test
    public void withoutSasl() throws Exception {
        try (ThriftServer server = server(SaslClients.config())) {
            try (TTransport framed = new TFramedTransport(new TSocket("localhost", server.port()))) {
                framed.open();
                String large = "x".repeat(3_000_000);
                assertEquals(SaslClients.client(framed).echoString(large), large + " of nobody");
            }
            try (TTransport unframed = new TSocket("localhost", server.port())) {
                unframed.open();
                assertEquals(SaslClients.client(unframed).echoString("unframed"), "unframed of nobody");
            }
            try (RawClient single = new RawClient(server)) {
                for (byte each : RawClient.framed(REQUESTS.echoString(1, "single"))) {
                    single.send(new byte[] {each});
                }
                assertEquals(single.readReply(ThriftProtocol.BINARY).sequenceId(), 1);
            }
            assertEquals(server.counters().completedNegotiations(), 0);
            assertEquals(server.counters().failedNegotiations(), 0);
        }
    }

    /** A frame whose length is 16 MiB begins like SASL; so the bytes behind tell. */
    @Test
    public void aFrameThatBeginsLikeSasl() throws Exception {
        int envelope = REQUESTS.echoString(7, "").length;
        byte[] payload = REQUESTS.echoString(7, "y".repeat((1 << 24) - envelope));
        assertEquals(RawClient.framed(payload)[0], 1);
        try (ThriftServer server = builder(
                                ProcessingStrategy.named("worker-thread"),
                                SaslClients.config().build())
                        .limits(PatientLimits.builder()
                                .maxFrameBytes(1 << 25)
                                .maxBufferedBytes(1 << 28)
                                .build())
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            byte[] frame = RawClient.framed(payload);
            for (int i = 0; i < 7; i++) {
                client.send(new byte[] {frame[i]});
            }
            client.send(Arrays.copyOfRange(frame, 7, frame.length));
            assertEquals(client.readReply(ThriftProtocol.BINARY).sequenceId(), 7);
        }
    }

    @Test
    public void byteByByte() throws Exception {
        try (ThriftServer server = server(SaslClients.config().required(true));
                RawSasl client = new RawSasl(server)) {
            client.sendSingly(RawSasl.plainNegotiation(SaslClients.PASSWORD));
            assertEquals(client.read().status(), RawSasl.COMPLETE);
            client.sendSingly(RawClient.framed(REQUESTS.echoString(1, "one")));
            assertEquals(new Reply(ThriftProtocol.BINARY, client.client().readFrame()).sequenceId(), 1);
        }
    }

    /** A message may span frames, and a frame may have several messages, which are pipelined. */
    @Test
    public void framesAreNotMessages() throws Exception {
        try (ThriftServer server = server(SaslClients.config().required(true));
                RawSasl client = new RawSasl(server).authenticate()) {
            byte[] one = REQUESTS.echoString(1, "one");
            byte[] two = REQUESTS.echoString(2, "two");
            byte[] three = REQUESTS.echoString(3, "three");
            byte[] joined = RawSasl.join(one, two, three);
            byte[] begin = Arrays.copyOf(joined, one.length + 10);
            byte[] rest = Arrays.copyOfRange(joined, begin.length, joined.length);
            client.send(RawClient.framed(begin, new byte[0], rest));
            byte[] replies = new byte[0];
            while (count(replies, "echoString") < 3) {
                replies = RawSasl.join(replies, client.client().readFrame());
            }
        }
    }

    private static int count(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).split(text, -1).length - 1;
    }

    /** Messages inside may have frames of their own, as with TFramedTransport above TSaslClientTransport. */
    @Test
    public void framedInside() throws Exception {
        try (ThriftServer server = server(allQualities());
                TTransport transport =
                        new TFramedTransport(SaslClients.open(server.port(), "DIGEST-MD5", "auth-conf"))) {
            assertEquals(
                    new Everything.Client(new TBinaryProtocol(transport)).echoString("framed"),
                    "framed of alice (DIGEST-MD5)");
        }
    }

    @DataProvider
    Object[][] wrongPasswords() {
        return new Object[][] {{"PLAIN"}, {"DIGEST-MD5"}};
    }

    /** The client learns that it failed, the log who has failed and how often, and neither learns the password. */
    @Test(dataProvider = "wrongPasswords")
    public void aWrongPassword(String mechanism) throws Exception {
        try (LogCapture log = LogCapture.ofWarnings();
                ThriftServer server = server(SaslClients.config())) {
            TTransportException refused = expectThrows(
                    TTransportException.class,
                    () -> SaslClients.open(
                            new TSocket("localhost", server.port(), ClientKind.TIMEOUT_MILLIS),
                            mechanism,
                            "auth",
                            "wrong password"));
            assertTrue(refused.getMessage().contains("Authentication failed"), refused.getMessage());
            assertEquals(log.awaitCount("SASL " + mechanism + " of 'alice': "), 1, log.text());
            assertEquals(log.count("wrong password"), 0, log.text());
            Await.that("not counted", () -> server.counters().failedNegotiations() == 1);
            assertEquals(server.counters().pendingNegotiations(), 0);
        }
    }

    @Test
    public void aMechanismThatIsNotOffered() throws Exception {
        try (ThriftServer server = server(SaslClients.config());
                RawSasl client = new RawSasl(server)) {
            client.send(RawSasl.start("SCRAM-SHA-1"), RawSasl.message(RawSasl.OK, new byte[0]));
            RawSasl.Message refused = client.read();
            assertEquals(refused.status(), RawSasl.BAD);
            assertEquals(refused.text(), "Unsupported mechanism type SCRAM-SHA-1, supported are PLAIN, DIGEST-MD5");
            client.client().readUntilClosedByServer();
            assertEquals(server.counters().failedNegotiations(), 1);
        }
    }

    @Test
    public void plainNeedsTls() {
        SaslConfig sasl = SaslConfig.builder()
                .mechanism(SaslMechanism.plain(SaslClients.VERIFIER))
                .build();
        IllegalStateException refused = expectThrows(
                IllegalStateException.class,
                () -> builder(ProcessingStrategy.named("worker-thread"), sasl).build());
        assertTrue(refused.getMessage().startsWith("sasl offers PLAIN, "), refused.getMessage());
    }

    /** A start that fails is undone. */
    @Test
    public void aMissingKeytab() {
        SaslConfig sasl = SaslConfig.builder()
                .mechanism(SaslMechanism.gssapi("thrift/localhost@EXAMPLE.ORG", Path.of("no-such.keytab")))
                .build();
        ThriftServer server =
                builder(ProcessingStrategy.named("worker-thread"), sasl).build();
        for (int i = 0; i < 2; i++) {
            IllegalStateException failed = expectThrows(IllegalStateException.class, server::start);
            assertEquals(failed.getMessage(), "SASL GSSAPI: the keytab no-such.keytab cannot be read");
        }
        assertEquals(ServerThreads.of(server).size(), 0);
    }

    /** With SASL required, others get a clear line in the log, and a check of the port gets none. */
    @Test
    public void required() throws Exception {
        try (LogCapture log = LogCapture.start();
                ThriftServer server = server(SaslClients.config().required(true))) {
            for (int i = 0; i < 5; i++) {
                new RawClient(server).close();
            }
            Await.that("open", () -> server.counters().openConnections() == 0);
            assertEquals(log.count("closed "), 0, log.text());
            try (RawClient framed = new RawClient(server)) {
                framed.sendFrames(REQUESTS.echoString(1, "framed"));
                framed.assertClosedByServer();
            }
            assertEquals(log.awaitCount("SASL is required, and it begins with framed Thrift"), 1, log.text());
            assertEquals(server.counters().reached(LimitType.SASL_REQUIRED), 1);
            assertEquals(server.counters().failedNegotiations(), 0);
        }
    }

    /** A verifier that answers later holds no thread: there is only one, and others authenticate meanwhile. */
    @Test
    public void aVerifierThatAnswersLater() throws Exception {
        CompletableFuture<Optional<Identity>> first = new CompletableFuture<>();
        CompletableFuture<PlainCredentials> asked = new CompletableFuture<>();
        PlainVerifier verifier =
                credentials -> asked.complete(credentials) ? first : SaslClients.VERIFIER.verify(credentials);
        try (ThriftServer server = server(SaslClients.config(verifier).threads(1));
                RawSasl waiting = new RawSasl(server)) {
            waiting.send(RawSasl.plainNegotiation("anything"));
            asked.get();
            try (TTransport transport = SaslClients.open(server.port(), "PLAIN", "auth")) {
                assertEquals(SaslClients.client(transport).echoString("a"), "a of alice (PLAIN)");
            }
            assertEquals(server.counters().pendingNegotiations(), 1);
            first.complete(Optional.of(Identity.builder("bob", "ldap").build()));
            assertEquals(waiting.read().status(), RawSasl.COMPLETE);
            waiting.send(RawClient.framed(REQUESTS.echoString(1, "b")));
            byte[] reply = waiting.client().readFrame();
            assertEquals(count(reply, "b of bob \\(ldap\\)"), 1);
            assertEquals(asked.get().password()[0], '\0', "the password is kept");
        }
    }

    /** A callback that hangs holds its thread; the negotiation ends at its timeout, which interrupts the thread. */
    @Test
    public void aVerifierThatHangs() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CompletableFuture<Void> interrupted = new CompletableFuture<>();
        PlainVerifier verifier = credentials -> {
            if (!credentials.username().equals("hang")) {
                return SaslClients.VERIFIER.verify(credentials);
            }
            try {
                never.await();
            } catch (InterruptedException e) {
                interrupted.complete(null);
            }
            return CompletableFuture.completedFuture(Optional.empty());
        };
        try (ThriftServer server =
                        server(SaslClients.config(verifier).threads(2).negotiationTimeout(Duration.ofSeconds(2)));
                RawSasl hanging = new RawSasl(server)) {
            hanging.send(RawSasl.start("PLAIN"), RawSasl.message(RawSasl.COMPLETE, RawSasl.plain("hang", "a")));
            try (TTransport transport = SaslClients.open(server.port(), "PLAIN", "auth")) {
                assertEquals(SaslClients.client(transport).echoString("a"), "a of alice (PLAIN)");
                hanging.client().assertClosedByServer();
                interrupted.get();
                assertEquals(server.counters().reached(LimitType.SASL_NEGOTIATION_TIMEOUT), 1);
                assertEquals(SaslClients.client(transport).echoString("b"), "b of alice (PLAIN)");
            }
            Await.that("pending", () -> server.counters().pendingNegotiations() == 0);
        }
    }

    @DataProvider
    static Object[][] allStrategies() {
        return strategies().stream().map(each -> new Object[] {each}).toArray(Object[][]::new);
    }

    /** A server that drains does not wait for negotiations, and ends them. */
    @Test(dataProvider = "allStrategies")
    public void drainWhileNegotiating(ProcessingStrategy strategy) throws Exception {
        CompletableFuture<Optional<Identity>> never = new CompletableFuture<>();
        ThriftServer server = builder(
                        strategy, SaslClients.config(credentials -> never).build())
                .build()
                .start();
        try (RawSasl begun = new RawSasl(server);
                RawSasl evaluated = new RawSasl(server)) {
            begun.send(RawSasl.start("PLAIN"));
            evaluated.send(RawSasl.plainNegotiation("a"));
            Await.that("not begun", () -> server.counters().pendingNegotiations() == 2);
            server.shutdown(Duration.ofSeconds(20));
            begun.client().readUntilClosedByServer();
            evaluated.client().readUntilClosedByServer();
            Await.that("pending", () -> server.counters().pendingNegotiations() == 0);
            assertTrue(never.isCancelled());
            assertEquals(server.counters().bufferedBytes(), 0);
        }
    }

    /** A drain reads the calls that have arrived, and their replies are wrapped. */
    @Test(dataProvider = "allStrategies")
    public void drainAfterNegotiating(ProcessingStrategy strategy) throws Exception {
        ThriftServer server = builder(strategy, allQualities().build()).build().start();
        try (RawSasl client = new RawSasl(server)) {
            SaslClient sasl = client.authenticate("auth-conf");
            byte[] call = REQUESTS.echoString(1, "last");
            byte[] wrapped = sasl.wrap(call, 0, call.length);
            client.send(RawClient.framed(wrapped));
            byte[] reply = client.client().readFrame();
            server.shutdown(Duration.ofSeconds(20));
            assertEquals(count(sasl.unwrap(reply, 0, reply.length), "last of alice"), 1);
            client.client().readUntilClosedByServer();
        }
    }
}
