package io.grizzlythrift.security;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.TestSize;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.sasl.RawSasl;
import io.grizzlythrift.test.sasl.SaslClients;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import org.apache.thrift.transport.TTransport;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that hostile clients lose their connection, and nothing else. */
@Test(timeOut = 120_000)
public final class SaslAbuseTest {
    private static final Requests REQUESTS = new Requests(ThriftProtocol.BINARY);
    private static final byte[] NONE = {};

    @DataProvider
    Object[][] brokenNegotiations() {
        byte[] start = RawSasl.start("PLAIN");
        byte[] right = RawSasl.message(RawSasl.OK, RawSasl.plain("alice", SaslClients.PASSWORD));
        return new Object[][] {
            {RawSasl.join(start, RawSasl.header(RawSasl.OK, -1, NONE)), "Invalid payload header length: -1"},
            {
                RawSasl.join(start, RawSasl.header(RawSasl.OK, Integer.MAX_VALUE, NONE)),
                "Invalid payload header length: 2147483647"
            },
            {
                RawSasl.join(start, RawSasl.header(RawSasl.OK, SaslConfig.DEFAULT_MAX_TOKEN_BYTES + 1, NONE)),
                "Invalid payload header length: 65537"
            },
            {RawSasl.join(start, RawSasl.message(0, NONE)), "Expected status OK or COMPLETE, but got 0"},
            {RawSasl.join(start, start), "Expected status OK or COMPLETE, but got 1"},
            {RawSasl.join(start, RawSasl.message(77, NONE)), "Expected status OK or COMPLETE, but got 77"},
            {RawSasl.join(start, right, right), "Bytes before the response of the server"},
            {RawSasl.join(start, RawSasl.message(RawSasl.OK, new byte[] {1, 2})), "Authentication failed"},
            {RawSasl.join(start, RawSasl.message(RawSasl.OK, new byte[] {0, 0, 0})), "Authentication failed"},
            {RawSasl.join(start, RawSasl.message(RawSasl.OK, new byte[] {0, 'a', 0, 'b', 0})), "Authentication failed"},
            {
                RawSasl.join(start, RawSasl.message(RawSasl.OK, new byte[] {0, (byte) 0xff, 0, 'b'})),
                "Authentication failed"
            },
            {
                RawSasl.join(
                        start,
                        RawSasl.message(
                                RawSasl.OK, ("bob\0alice\0" + SaslClients.PASSWORD).getBytes(StandardCharsets.UTF_8))),
                "Authentication failed"
            },
            {
                RawSasl.join(RawSasl.start("EXTERNAL"), RawSasl.message(RawSasl.OK, new byte[] {1})),
                "Authentication failed"
            },
        };
    }

    /** Each is refused with its reason, and the next client is served. */
    @Test(dataProvider = "brokenNegotiations")
    public void brokenNegotiation(byte[] sent, String text) throws Exception {
        for (ProcessingStrategy strategy : SaslServerTest.strategies()) {
            try (LogCapture log = LogCapture.start();
                    ThriftServer server = SaslServerTest.builder(
                                    strategy,
                                    SaslClients.config()
                                            .mechanism(SaslMechanism.external())
                                            .build())
                            .build()
                            .start();
                    RawSasl client = new RawSasl(server)) {
                client.send(sent);
                RawSasl.Message refused = client.read();
                assertEquals(refused.text(), text);
                client.client().readUntilClosedByServer();
                Await.that("pending", () -> server.counters().pendingNegotiations() == 0);
                assertEquals(server.counters().failedNegotiations(), 1);
                assertEquals(server.counters().bufferedBytes(), 0);
                assertEquals(log.stacks(), 0, log.text());
                try (TTransport next = SaslClients.open(server.port(), "DIGEST-MD5", "auth")) {
                    SaslClients.client(next).echoString("next");
                }
            }
        }
    }

    /** A client that gives up is no error of the server. */
    @Test
    public void aClientThatGivesUp() throws Exception {
        try (ThriftServer server = SaslServerTest.server(SaslClients.config());
                RawSasl client = new RawSasl(server)) {
            client.send(RawSasl.start("DIGEST-MD5"), RawSasl.message(RawSasl.OK, NONE));
            client.read();
            client.send(RawSasl.message(RawSasl.BAD, "I do not like it".getBytes(StandardCharsets.UTF_8)));
            client.client().assertClosedByServer();
            Await.that("not counted", () -> server.counters().failedNegotiations() == 1);
        }
    }

    /** Negotiations that stop half-way end at their timeout; their number and their memory are bounded. */
    @Test
    public void thousandsThatStopHalfWay() throws Exception {
        int count = TestSize.of(200, 2400);
        int max = count / 2;
        List<RawSasl> stalled = new ArrayList<>();
        try (ThriftServer server = SaslServerTest.server(
                SaslClients.config().maxNegotiations(max).negotiationTimeout(Duration.ofMinutes(5)))) {
            for (int i = 0; i < max; i++) {
                RawSasl client = new RawSasl(server);
                stalled.add(client);
                switch (i % 4) {
                    case 0 -> client.send(RawSasl.start("PLAIN"));
                    case 1 -> client.send(RawSasl.start("PLAIN"), new byte[] {2, 0, 0});
                    case 2 -> client.send(RawSasl.start("PLAIN"), RawSasl.header(RawSasl.OK, 60_000, new byte[1000]));
                    default -> client.send(RawSasl.start("DIGEST-MD5"), RawSasl.message(RawSasl.OK, NONE));
                }
            }
            Await.that("not all begun", () -> server.counters().pendingNegotiations() == max);
            for (int i = max; i < count; i++) {
                RawSasl refused = new RawSasl(server);
                stalled.add(refused);
                refused.send(RawSasl.start("PLAIN"));
                assertEquals(refused.read().text(), "Too many negotiations");
            }
            assertEquals(server.counters().reached(LimitType.SASL_MAX_NEGOTIATIONS), count - max);
            Await.that("not charged", () -> server.counters().bufferedBytes() >= 1000L * max / 4);
            assertTrue(
                    server.counters().bufferedBytes() <= 4096L * max,
                    "" + server.counters().bufferedBytes());
            for (RawSasl client : stalled) {
                client.close();
            }
            Await.that("pending", () -> server.counters().pendingNegotiations() == 0);
            Await.that("in use", () -> server.counters().bufferedBytes() == 0);
            assertEquals(server.counters().failedNegotiations(), count);
            try (TTransport next = SaslClients.open(server.port(), "PLAIN", "auth")) {
                SaslClients.client(next).echoString("next");
            }
        }
    }

    @DataProvider
    Object[][] stages() {
        return new Object[][] {
            {NONE, true}, // of a client that must begin
            {new byte[] {1}, false},
            {new byte[] {1, 0, 0, 0, 5, 'P', 'L'}, true},
            {RawSasl.start("PLAIN"), false},
            {RawSasl.join(RawSasl.start("PLAIN"), RawSasl.header(RawSasl.OK, 100, new byte[50])), false},
        };
    }

    @Test(dataProvider = "stages")
    public void aNegotiationThatNeverEnds(byte[] sent, boolean required) throws Exception {
        try (ThriftServer server = SaslServerTest.server(
                        SaslClients.config().required(required).negotiationTimeout(Duration.ofMillis(300)));
                RawSasl client = new RawSasl(server)) {
            client.send(sent);
            client.client().assertClosedByServer();
            assertEquals(server.counters().reached(LimitType.SASL_NEGOTIATION_TIMEOUT), 1);
            Await.that("pending", () -> server.counters().pendingNegotiations() == 0);
            Await.that("in use", () -> server.counters().bufferedBytes() == 0);
        }
    }

    /** The failures of an address count; when there are too many, not even the right password helps. */
    @Test
    public void tooManyFailures() throws Exception {
        try (LogCapture log = LogCapture.start();
                ThriftServer server = SaslServerTest.server(
                        SaslClients.config().maxFailuresPerAddress(3).failureWindow(Duration.ofHours(1)))) {
            for (int i = 0; i < 3; i++) {
                try (RawSasl client = new RawSasl(server)) {
                    client.send(RawSasl.plainNegotiation("guess " + i));
                    assertEquals(client.read().text(), "Authentication failed");
                }
            }
            try (RawSasl client = new RawSasl(server)) {
                client.send(RawSasl.plainNegotiation(SaslClients.PASSWORD));
                assertEquals(client.read().text(), "Too many failures");
            }
            assertEquals(server.counters().reached(LimitType.SASL_MAX_FAILURES_PER_ADDRESS), 1);
            assertEquals(log.count("guess"), 0, log.text());
            try (RawClient framed = new RawClient(server)) { // which proves nothing
                framed.sendFrames(REQUESTS.echoString(1, "a"));
                assertEquals(framed.readReply(ThriftProtocol.BINARY).sequenceId(), 1);
            }
        }
    }

    /** What an application throws ends this negotiation, and its message is not logged. */
    @Test
    public void callbacksThatThrow() throws Exception {
        List<PlainVerifier> verifiers = List.of(
                credentials -> {
                    throw new IllegalStateException("cannot check " + new String(credentials.password()));
                },
                credentials -> {
                    throw new StackOverflowError();
                },
                credentials -> CompletableFuture.failedFuture(
                        new IllegalStateException("cannot check " + new String(credentials.password()))),
                credentials -> null,
                credentials -> CompletableFuture.completedFuture(null));
        for (PlainVerifier verifier : verifiers) {
            try (LogCapture log = LogCapture.start();
                    ThriftServer server =
                            SaslServerTest.server(SaslClients.config(verifier).maxFailuresPerAddress(1));
                    RawSasl client = new RawSasl(server)) {
                client.send(RawSasl.plainNegotiation(SaslClients.PASSWORD));
                RawSasl.Message refused = client.read();
                assertEquals(refused.status(), RawSasl.ERROR);
                assertEquals(refused.text(), "The server cannot authenticate");
                client.client().readUntilClosedByServer();
                assertEquals(log.awaitCount("SASL PLAIN of 'alice': the check has failed with "), 1, log.text());
                assertEquals(log.count(SaslClients.PASSWORD), 0, log.text());
                assertEquals(server.counters().failedNegotiations(), 1);
                assertEquals(server.counters().reached(LimitType.SASL_MAX_FAILURES_PER_ADDRESS), 0);
            }
        }
    }

    @Test
    public void aProviderThatThrows() throws Exception {
        SaslConfig.Builder sasl = SaslConfig.builder()
                .mechanism(SaslMechanism.of("DIGEST-MD5", "thrift", Optional.of("localhost"), Map.of(), callbacks -> {
                    throw new UnsupportedOperationException("of a handler");
                }))
                .mechanism(
                        SaslMechanism.of("NO-SUCH-MECHANISM", "thrift", Optional.empty(), Map.of(), callbacks -> {}));
        try (ThriftServer server = SaslServerTest.server(sasl)) {
            try (RawSasl client = new RawSasl(server)) {
                client.send(RawSasl.start("NO-SUCH-MECHANISM"), RawSasl.message(RawSasl.OK, NONE));
                assertEquals(client.read().text(), "The server cannot authenticate");
            }
            try (RawSasl client = new RawSasl(server)) {
                expectFailure(client);
            }
        }
    }

    private static void expectFailure(RawSasl client) {
        try {
            client.authenticate("auth");
        } catch (IOException e) {
            assertEquals(e.getMessage(), "the server says The server cannot authenticate");
            return;
        }
        throw new AssertionError("authenticated");
    }

    @DataProvider
    Object[][] brokenFrames() {
        return new Object[][] {{"auth-int"}, {"auth-conf"}};
    }

    /** Frames that lie about their length, are changed, or are sent again. */
    @Test(dataProvider = "brokenFrames")
    public void brokenFrames(String qop) throws Exception {
        for (String kind : List.of("negative", "long", "changed", "replayed", "unwrapped", "empty")) {
            try (LogCapture log = LogCapture.start();
                    ThriftServer server = SaslServerTest.server(
                            SaslClients.config().qualityOfProtection(QualityOfProtection.values()));
                    RawSasl client = new RawSasl(server)) {
                SaslClient sasl = client.authenticate(qop);
                byte[] call = REQUESTS.echoString(1, "one");
                byte[] wrapped = sasl.wrap(call, 0, call.length);
                switch (kind) {
                    case "negative" ->
                        client.send(ByteBuffer.allocate(4).putInt(-5).array());
                    case "long" ->
                        client.send(
                                ByteBuffer.allocate(4).putInt(Integer.MAX_VALUE).array());
                    case "changed" -> {
                        wrapped[5]++;
                        client.send(RawClient.framed(wrapped));
                    }
                    case "replayed" -> {
                        client.send(RawClient.framed(wrapped));
                        client.client().readFrame();
                        client.send(RawClient.framed(wrapped));
                    }
                    case "unwrapped" -> client.send(RawClient.framed(call));
                    default -> client.send(RawClient.framed(new byte[] {1}));
                }
                client.client().readUntilClosedByServer();
                assertEquals(log.awaitCount(": SASL: "), 1, kind + " " + log.text());
                assertEquals(server.counters().reached(LimitType.MAX_FRAME_BYTES), 1, kind);
                Await.that("in use", () -> server.counters().bufferedBytes() == 0);
            }
        }
    }

    /** After the negotiation there are frames of SASL only. */
    @Test
    public void aClientThatChangesItsDialect() throws Exception {
        List<byte[]> others = List.of(
                REQUESTS.echoString(1, "unframed"),
                "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                RawSasl.start("PLAIN"),
                new byte[] {0x16, 3, 1, 0, (byte) 0xf0, 1, 0, 0, (byte) 0xec});
        for (byte[] other : others) {
            try (ThriftServer server = SaslServerTest.server(SaslClients.config());
                    RawSasl client = new RawSasl(server).authenticate()) {
                client.send(other);
                client.client().readUntilClosedByServer();
                assertEquals(server.counters().reached(LimitType.MAX_FRAME_BYTES), 1);
            }
        }
    }

    /** What is wrapped is not read before its frame is complete, and its time is limited. */
    @Test
    public void aFrameThatNeverEnds() throws Exception {
        try (ThriftServer server = SaslServerTest.builder(
                                ProcessingStrategy.named("worker-thread"),
                                SaslClients.config()
                                        .qualityOfProtection(QualityOfProtection.values())
                                        .build())
                        .limits(PatientLimits.builder()
                                .frameTimeout(Duration.ofMillis(300))
                                .build())
                        .build()
                        .start();
                RawSasl client = new RawSasl(server)) {
            client.authenticate("auth-conf");
            client.send(ByteBuffer.allocate(1000).putInt(100_000).array());
            client.client().assertClosedByServer();
            assertEquals(server.counters().reached(LimitType.FRAME_TIMEOUT), 1);
            Await.that("in use", () -> server.counters().bufferedBytes() == 0);
        }
    }

    /** Each byte of a reply would be wrapped by itself. */
    @Test
    public void aClientThatAcceptsNextToNothing() throws Exception {
        try (ThriftServer server =
                        SaslServerTest.server(SaslClients.config().qualityOfProtection(QualityOfProtection.AUTH_CONF));
                RawSasl client = new RawSasl(server)) {
            IOException refused = expectThrows(
                    IOException.class, () -> client.authenticate(Map.of(Sasl.QOP, "auth-conf", Sasl.MAX_BUFFER, "60")));
            assertEquals(refused.getMessage(), "the server says Authentication failed");
            Await.that("pending", () -> server.counters().pendingNegotiations() == 0);
        }
    }

    /** Calls that nobody could make before authenticating are not made. */
    @Test
    public void nothingRunsBeforeTheEndOfTheNegotiation() throws Exception {
        CompletableFuture<Optional<Identity>> never = new CompletableFuture<>();
        try (ThriftServer server = SaslServerTest.server(SaslClients.config(credentials -> never));
                RawSasl client = new RawSasl(server)) {
            client.send(
                    RawSasl.plainNegotiation("any"),
                    RawClient.framed(REQUESTS.call("echoString", 1, new Everything.echoString_args("early"))));
            assertEquals(client.read().text(), "Bytes before the response of the server");
            client.client().readUntilClosedByServer();
            assertEquals(server.counters().calls(), 0);
        }
    }
}
