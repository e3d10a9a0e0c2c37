package io.grizzlythrift.client.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.ClientCallOutcome.Kind;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.gen.Refused;
import io.grizzlythrift.client.testing.Ended;
import io.grizzlythrift.client.testing.scripted.RefusingPort;
import io.grizzlythrift.client.testing.scripted.ReplyFrames;
import io.grizzlythrift.client.testing.scripted.ScriptedRequest;
import io.grizzlythrift.client.testing.scripted.ScriptedServer;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.ProbeValues;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Whichever way a call ends, of whichever kind, an interceptor is told once, and the same as the caller. */
@Test(timeOut = 60_000, dataProvider = "interceptedStyles", dataProviderClass = InterceptedStyle.class)
public class ClientCallListenerTest {
    private static final String TEXT = "text ".repeat(20);
    private static final CallOptions SOON = CallOptions.create().withTimeout(Duration.ofMillis(300));
    private static final byte[] NO_RESULT = {0x1f, 0x1f, 0x1f};

    private RecordingInterceptor told;
    private ScriptedServer server;

    @BeforeMethod
    void startServer() throws Exception {
        told = new RecordingInterceptor();
        server = ScriptedServer.start(ThriftProtocol.COMPACT);
    }

    @AfterMethod(alwaysRun = true)
    void stopServer() throws Exception {
        server.close();
        told.assertNoMore();
    }

    private ThriftClient client(UnaryOperator<ThriftClientBuilder> options) {
        return options.apply(server.client()).interceptor(told).build();
    }

    private ThriftClient client() {
        return client(UnaryOperator.identity());
    }

    /** The outcome holds the very exception that the caller gets. */
    private void assertFailed(Future<?> call, FailureCause cause, boolean mayHaveRun) throws Exception {
        CallFailedException failure = Ended.failure(call, cause, mayHaveRun);
        told.call();
        assertSame(told.failure(cause).exception().orElseThrow(), failure);
    }

    public void aReply(InterceptedStyle style) throws Exception {
        try (ThriftClient client = client()) {
            Future<String> call = style.stub(client).echo(TEXT);
            assertEquals(told.call(), new ClientCallInfo("echo", Optional.empty(), false, Duration.ofSeconds(40)));
            ScriptedRequest request = server.take();
            int replyBytes = request.reply().length - Integer.BYTES;
            request.answer();
            assertEquals(Ended.result(call), TEXT);

            ClientCallOutcome outcome = told.outcome();
            assertEquals(outcome.kind(), Kind.REPLIED);
            assertEquals(outcome.failure(), Optional.empty());
            assertEquals(outcome.exception(), Optional.empty());
            assertEquals(outcome.endpoint(), Optional.of(server.endpoint()));
            assertEquals(outcome.replyBytes(), replyBytes);
            int header = outcome.messageBytes() - TEXT.length();
            assertTrue(header > 8 && header < 16, "a message of " + outcome.messageBytes() + " bytes");
            assertTrue(outcome.time().compareTo(Duration.ZERO) > 0, outcome.toString());
        }
    }

    public void theServiceIsNamed(InterceptedStyle style) throws Exception {
        try (ThriftClient client = client()) {
            Future<String> call = style.stub(client, SOON.withTimeout(Duration.ofHours(1)), Optional.of("probes"))
                    .echo(TEXT);
            assertEquals(told.call(), new ClientCallInfo("echo", Optional.of("probes"), false, Duration.ofHours(1)));
            server.take().answer();
            assertEquals(Ended.result(call), TEXT);
            assertEquals(told.outcome().kind(), Kind.REPLIED);
        }
    }

    public void exceptionsOfTheServer(InterceptedStyle style) throws Exception {
        try (TestServer real =
                        Servers.SAME_THREAD.start(ThriftProtocol.COMPACT, new Probe.Processor<>(new ProbeHandler()));
                ThriftClient client = ThriftClient.builder()
                        .endpoint(TestServer.HOST, real.port())
                        .protocol(ThriftProtocol.COMPACT)
                        .interceptor(told)
                        .build()) {
            Throwable declared = Ended.thrown(style.stub(client).judge(1));
            assertTrue(declared instanceof Refused, declared.toString());
            ClientCallOutcome outcome = told.outcome();
            boolean decoded = style != InterceptedStyle.TRANSPORT;
            assertEquals(outcome.kind(), decoded ? Kind.EXCEPTION : Kind.REPLIED);
            assertEquals(outcome.exception(), decoded ? Optional.of(declared) : Optional.empty());
            assertTrue(outcome.replyBytes() > 0, outcome.toString());

            Throwable undeclared = Ended.thrown(style.stub(client).judge(2));
            assertTrue(undeclared instanceof TApplicationException, undeclared.toString());
            outcome = told.outcome();
            assertEquals(outcome.kind(), Kind.EXCEPTION);
            assertEquals(outcome.exception(), decoded ? Optional.of(undeclared) : Optional.empty());
            assertEquals(told.call().method() + told.call().method(), "judgejudge");
            assertEquals(client.counters().completed(), 2);
        }
    }

    public void aOnewayCall(InterceptedStyle style) throws Exception {
        try (ThriftClient client = client()) {
            Ended.result(style.stub(client).note(TEXT));
            assertTrue(told.call().oneway());
            ClientCallOutcome outcome = told.outcome();
            assertEquals(outcome.kind(), Kind.REPLIED);
            assertEquals(outcome.replyBytes(), 0);
            assertTrue(outcome.messageBytes() > TEXT.length(), outcome.toString());
            assertEquals(server.take().text(), TEXT);
        }
    }

    /** A reply that comes late ends nothing. */
    public void aTimeout(InterceptedStyle style) throws Exception {
        try (ThriftClient client = client()) {
            server.connect(client);
            told.call();
            told.outcome();
            Future<String> call = style.stub(client, SOON, Optional.empty()).echo(TEXT);
            while (!server.arrives(call)) { // on a loaded machine its deadline may be over before it is sent
                assertFailed(call, FailureCause.TIMED_OUT, false);
                call = style.stub(client, SOON, Optional.empty()).echo(TEXT);
            }
            ScriptedRequest request = server.take();
            assertFailed(call, FailureCause.TIMED_OUT, true);
            request.answer();
            Await.that("no late reply", () -> client.counters().lateReplies() == 1);
        }
    }

    public void aReset(InterceptedStyle style) throws Exception {
        try (ThriftClient client = client()) {
            Future<String> call = style.stub(client).echo(TEXT);
            server.take().connection().reset();
            assertFailed(call, FailureCause.CONNECTION_RESET, true);
        }
    }

    public void anEndOfTheStream(InterceptedStyle style) throws Exception {
        try (ThriftClient client = client()) {
            Future<String> call = style.stub(client).echo(TEXT);
            server.take().connection().finish();
            assertFailed(call, FailureCause.CLOSED_BY_PEER, true);
        }
    }

    public void noMessage(InterceptedStyle style) throws Exception {
        try (ThriftClient client = client()) {
            Future<String> call = style.stub(client).echo(TEXT);
            server.take().connection().send(ReplyFrames.framed(NO_RESULT));
            assertFailed(call, FailureCause.PROTOCOL_ERROR, true);
        }
    }

    public void noConnection(InterceptedStyle style) throws Exception {
        try (RefusingPort port = new RefusingPort();
                ThriftClient client = ThriftClient.builder()
                        .endpoint(ScriptedServer.HOST, port.port())
                        .protocol(ThriftProtocol.COMPACT)
                        .reconnectBackoff(Duration.ofHours(1), Duration.ofHours(1))
                        .interceptor(told)
                        .build()) {
            assertFailed(style.stub(client).echo("waits"), FailureCause.CONNECT_FAILED, false);
            assertFailed(style.stub(client).echo("in the pause"), FailureCause.CONNECT_FAILED, false);
            assertEquals(client.counters().sent(), 0);
        }
    }

    public void noRoom(InterceptedStyle style) throws Exception {
        try (ThriftClient client =
                client(options -> options.maxInFlightPerConnection(1).maxWaitingPerConnection(0))) {
            Future<String> first = style.stub(client).echo(TEXT);
            ScriptedRequest request = server.take();
            told.call();
            assertFailed(style.stub(client).echo(TEXT), FailureCause.NO_CAPACITY, false);
            request.answer();
            Ended.result(first);
            assertEquals(told.outcome().kind(), Kind.REPLIED);
        }
    }

    public void theClientIsClosed(InterceptedStyle style) throws Exception {
        try (ThriftClient client = client()) {
            Probe.FutureIface stub = style.stub(client);
            Future<String> call = stub.echo(TEXT);
            server.take();
            client.shutdown(Duration.ZERO);
            assertFailed(call, FailureCause.CLIENT_CLOSED, true);
            assertFailed(stub.echo(TEXT), FailureCause.CLIENT_CLOSED, false);
        }
    }

    /** Neither for want of a value nor for its size. */
    public void whatCannotBeSent(InterceptedStyle style) throws Exception {
        try (ThriftClient client = client(options -> options.maxFrameBytes(200))) {
            assertFailed(style.stub(client).echo(TEXT.repeat(9)), FailureCause.UNWRITABLE_CALL, false);
            if (style != InterceptedStyle.TRANSPORT) { // over which nothing is sent, so no call begins
                assertFailed(
                        style.stub(client).echoParcel(ProbeValues.fullParcel().setName(null)),
                        FailureCause.UNWRITABLE_CALL,
                        false);
            }
        }
    }

    public void whatCannotBeRead(InterceptedStyle style) throws Exception {
        try (ThriftClient client = client()) {
            Future<String> call = style.stub(client).echo(TEXT);
            ScriptedRequest request = server.take();
            request.connection()
                    .send(new ReplyFrames(ThriftProtocol.COMPACT).withBody("echo", request.sequenceId(), NO_RESULT));
            if (style == InterceptedStyle.TRANSPORT) { // which leaves it to others to read the reply
                assertTrue(Ended.thrown(call) instanceof Exception);
                assertEquals(told.call().method(), "echo");
                assertEquals(told.outcome().kind(), Kind.REPLIED);
            } else {
                assertFailed(call, FailureCause.UNREADABLE_REPLY, true);
            }
        }
    }
}
