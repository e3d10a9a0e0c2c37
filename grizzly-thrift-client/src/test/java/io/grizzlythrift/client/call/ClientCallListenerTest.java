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
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.RefusingPort;
import io.grizzlythrift.client.testing.scripted.ReplyFrames;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.ProbeValues;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.testkit.ReceivedCall;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests that an interceptor is notified once of the end of each call, with the same outcome as the caller. */
@Test(timeOut = 60_000, dataProvider = "interceptedStyles", dataProviderClass = InterceptedStyle.class)
public class ClientCallListenerTest {
    private static final String TEXT = "text ".repeat(20);
    private static final CallOptions SOON = CallOptions.create().withTimeout(Duration.ofMillis(150));
    private static final byte[] NO_RESULT = {0x1f, 0x1f, 0x1f};

    private RecordingInterceptor recorded;
    private ProbeServer server;

    @BeforeMethod
    void startServer() throws Exception {
        recorded = new RecordingInterceptor();
        server = ProbeServer.start(ThriftProtocol.COMPACT);
    }

    @AfterMethod(alwaysRun = true)
    void stopServer() throws Exception {
        server.close();
        recorded.assertNoMore();
    }

    private ThriftClient client(UnaryOperator<ThriftClientBuilder> options) {
        return options.apply(server.client()).interceptor(recorded).build();
    }

    private ThriftClient client() {
        return client(UnaryOperator.identity());
    }

    /** The outcome holds the same exception instance as the caller gets. */
    private void assertFailed(Future<?> call, FailureCause cause, boolean mayHaveRun) throws Exception {
        CallFailedException failure = CallResults.failure(call, cause, mayHaveRun);
        recorded.call();
        assertSame(recorded.failure(cause).exception().orElseThrow(), failure);
    }

    public void aReply(InterceptedStyle style) throws Exception {
        try (ThriftClient client = client()) {
            Future<String> call = style.stub(client).echo(TEXT);
            assertEquals(
                    recorded.call().toString(),
                    "ClientCallInfo[method=echo, service=none, oneway=false, timeout=PT40S, headers=[]]");
            ReceivedCall request = server.take();
            int replyBytes = ProbeCalls.encodedReply(request).length - Integer.BYTES;
            ProbeCalls.reply(request);
            assertEquals(CallResults.result(call), TEXT);

            ClientCallOutcome outcome = recorded.outcome();
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
            assertEquals(
                    recorded.call().toString(),
                    "ClientCallInfo[method=echo, service=probes, oneway=false, timeout=PT1H, headers=[]]");
            ProbeCalls.reply(server.take());
            assertEquals(CallResults.result(call), TEXT);
            assertEquals(recorded.outcome().kind(), Kind.REPLIED);
        }
    }

    public void exceptionsOfTheServer(InterceptedStyle style) throws Exception {
        try (TestServer real =
                        Servers.SAME_THREAD.start(ThriftProtocol.COMPACT, new Probe.Processor<>(new ProbeHandler()));
                ThriftClient client = PatientClient.builder()
                        .endpoint(TestServer.HOST, real.port())
                        .protocol(ThriftProtocol.COMPACT)
                        .interceptor(recorded)
                        .build()) {
            Throwable declared = CallResults.thrown(style.stub(client).judge(1));
            assertTrue(declared instanceof Refused, declared.toString());
            ClientCallOutcome outcome = recorded.outcome();
            boolean decoded = style != InterceptedStyle.TRANSPORT;
            assertEquals(outcome.kind(), decoded ? Kind.EXCEPTION : Kind.REPLIED);
            assertEquals(outcome.exception(), decoded ? Optional.of(declared) : Optional.empty());
            assertTrue(outcome.replyBytes() > 0, outcome.toString());

            Throwable undeclared = CallResults.thrown(style.stub(client).judge(2));
            assertTrue(undeclared instanceof TApplicationException, undeclared.toString());
            outcome = recorded.outcome();
            assertEquals(outcome.kind(), Kind.EXCEPTION);
            assertEquals(outcome.exception(), decoded ? Optional.of(undeclared) : Optional.empty());
            assertEquals(recorded.call().method() + recorded.call().method(), "judgejudge");
            assertEquals(client.counters().completed(), 2);
        }
    }

    public void aOnewayCall(InterceptedStyle style) throws Exception {
        try (ThriftClient client = client()) {
            CallResults.result(style.stub(client).note(TEXT));
            assertTrue(recorded.call().oneway());
            ClientCallOutcome outcome = recorded.outcome();
            assertEquals(outcome.kind(), Kind.REPLIED);
            assertEquals(outcome.replyBytes(), 0);
            assertTrue(outcome.messageBytes() > TEXT.length(), outcome.toString());
            assertEquals(ProbeCalls.text(server.take()), TEXT);
        }
    }

    /** A late reply is not another end. */
    public void aTimeout(InterceptedStyle style) throws Exception {
        try (ThriftClient client = client()) {
            server.connect(client);
            recorded.call();
            recorded.outcome();
            Future<String> call = style.stub(client, SOON, Optional.empty()).echo(TEXT);
            while (!server.arrives(call)) { // on a loaded machine its deadline may pass before it is sent
                assertFailed(call, FailureCause.TIMED_OUT, false);
                call = style.stub(client, SOON, Optional.empty()).echo(TEXT);
            }
            ReceivedCall request = server.take();
            assertFailed(call, FailureCause.TIMED_OUT, true);
            ProbeCalls.reply(request);
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
            server.take().connection().halfClose();
            assertFailed(call, FailureCause.CONNECTION_CLOSED, true);
        }
    }

    public void anInvalidMessage(InterceptedStyle style) throws Exception {
        try (ThriftClient client = client()) {
            Future<String> call = style.stub(client).echo(TEXT);
            server.take().connection().send(ReplyFrames.framed(NO_RESULT));
            assertFailed(call, FailureCause.PROTOCOL_ERROR, true);
        }
    }

    public void noConnection(InterceptedStyle style) throws Exception {
        try (RefusingPort port = new RefusingPort();
                ThriftClient client = ThriftClient.builder()
                        .endpoint(ProbeServer.HOST, port.port())
                        .protocol(ThriftProtocol.COMPACT)
                        .reconnectBackoff(Duration.ofHours(1), Duration.ofHours(1))
                        .interceptor(recorded)
                        .build()) {
            assertFailed(style.stub(client).echo("waits"), FailureCause.CONNECT_FAILED, false);
            assertFailed(style.stub(client).echo("in the pause"), FailureCause.CONNECT_FAILED, false);
            assertEquals(client.counters().sent(), 0);
        }
    }

    public void noCapacity(InterceptedStyle style) throws Exception {
        try (ThriftClient client =
                client(options -> options.maxInFlightPerConnection(1).maxWaitingPerEndpoint(0))) {
            Future<String> first = style.stub(client).echo(TEXT);
            ReceivedCall request = server.take();
            recorded.call();
            assertFailed(style.stub(client).echo(TEXT), FailureCause.NO_CAPACITY, false);
            ProbeCalls.reply(request);
            CallResults.result(first);
            assertEquals(recorded.outcome().kind(), Kind.REPLIED);
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

    /** Because a value is missing, and because it is too large. */
    public void callsThatCannotBeSent(InterceptedStyle style) throws Exception {
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

    public void repliesThatCannotBeRead(InterceptedStyle style) throws Exception {
        try (ThriftClient client = client()) {
            Future<String> call = style.stub(client).echo(TEXT);
            ReceivedCall request = server.take();
            request.connection()
                    .send(new ReplyFrames(ThriftProtocol.COMPACT).withBody("echo", request.sequenceId(), NO_RESULT));
            if (style == InterceptedStyle.TRANSPORT) { // which leaves it to others to read the reply
                assertTrue(CallResults.thrown(call) instanceof Exception);
                assertEquals(recorded.call().method(), "echo");
                assertEquals(recorded.outcome().kind(), Kind.REPLIED);
            } else {
                assertFailed(call, FailureCause.UNREADABLE_REPLY, true);
            }
        }
    }
}
