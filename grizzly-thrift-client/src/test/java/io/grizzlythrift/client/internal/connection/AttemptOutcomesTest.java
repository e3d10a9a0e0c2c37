package io.grizzlythrift.client.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.balance.BalancedEndpoint;
import io.grizzlythrift.client.balance.Balancer;
import io.grizzlythrift.client.config.HedgePolicy;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.ReplyFrames;
import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.testkit.ReceivedCall;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests what the end of an attempt says about its server, as the balancer sees it. */
@Test(timeOut = 60_000)
public final class AttemptOutcomesTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final ReplyFrames FRAMES = new ReplyFrames(PROTOCOL);
    private static final Duration HOUR = Duration.ofHours(1);

    private static final int MAX_FRAME_BYTES = 1_000;

    /** The body of a reply with the declared exception {@code Refused(7)}. */
    private static final byte[] REFUSED = {12, 0, 1, 8, 0, 1, 0, 0, 0, 7, 0, 0};

    /** The body of a reply whose result is longer than the reply. */
    private static final byte[] TRUNCATED = {11, 0, 0, 0, 0, 1, 0, 'x'};

    private interface Reply {
        void to(ReceivedCall request) throws IOException, TException;
    }

    /** What a server does with a call, and whether that counts against it. */
    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private enum Kind {
        RESULT(false, ProbeCalls::reply),
        DECLARED_EXCEPTION(false, request -> send(request, REFUSED)),
        INTERNAL_ERROR(true, request -> exception(request, TApplicationException.INTERNAL_ERROR)),
        UNKNOWN_METHOD(true, request -> exception(request, TApplicationException.UNKNOWN_METHOD)),
        MISSING_RESULT(true, request -> send(request, (byte) 0)),
        UNREADABLE(true, request -> send(request, TRUNCATED)),
        TOO_LARGE(true, request -> send(request, new byte[MAX_FRAME_BYTES])),
        OVERLOADED(true, request -> reject(request, RejectedCall.Reason.OVERLOADED)),
        QUEUE_TIMEOUT(true, request -> reject(request, RejectedCall.Reason.QUEUE_TIMEOUT)),
        DEADLINE_EXCEEDED(true, request -> reject(request, RejectedCall.Reason.DEADLINE_EXCEEDED)),
        DRAINING(false, request -> reject(request, RejectedCall.Reason.DRAINING)),
        CANCELLED(true, request -> reject(request, RejectedCall.Reason.CANCELLED)),
        CLOSED(true, request -> request.connection().close()),
        NO_MESSAGE(true, request -> request.connection().send(ReplyFrames.framed((byte) 1, (byte) 2, (byte) 3)));

        private final boolean failed;
        private final Reply reply;

        Kind(boolean failed, Reply reply) {
            this.failed = failed;
            this.reply = reply;
        }

        private static void send(ReceivedCall request, byte... body) throws IOException, TException {
            request.connection().send(FRAMES.withBody(ProbeCalls.name(request), request.sequenceId(), body));
        }

        private static void exception(ReceivedCall request, int type) throws IOException, TException {
            request.replyException(new TApplicationException(type, "from a test"));
        }

        private static void reject(ReceivedCall request, RejectedCall.Reason reason) throws IOException, TException {
            request.replyException(new RejectedCall(reason, "by a test"));
        }
    }

    @DataProvider
    static Object[][] kinds() {
        List<Object[]> rows = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (CallStyle style : CallStyle.values()) {
                rows.add(new Object[] {kind, style, false});
            }
            rows.add(new Object[] {kind, CallStyle.BLOCKING, true});
            rows.add(new Object[] {kind, CallStyle.FUTURE, true});
        }
        return rows.toArray(Object[][]::new);
    }

    @Test(dataProvider = "kinds", timeOut = 60_000)
    public void onlyFailuresCountAgainstTheServer(Kind kind, CallStyle style, boolean hedged) throws Exception {
        AtomicReference<BalancedEndpoint> seen = new AtomicReference<>();
        try (ProbeServer server = ProbeServer.start(PROTOCOL);
                ProbeServer other = ProbeServer.echoing(PROTOCOL);
                ThriftClient client = client(server, other, hedged)
                        .balancer(only(server, seen))
                        .build()) {
            connectBoth(client, server, seen);
            Probe.FutureIface stub = style.futures(Probe.FutureIface.class, client::stub);
            CompletableFuture<String> call = stub.judge(1);
            kind.reply.to(server.take());
            CallResults.result(call.handle((result, failure) -> result));
            double rate = seen.get().successRate();
            if (kind.failed) {
                assertTrue(rate < 1, "it made no difference");
                assertTrue(rate > 0.96, "it counts more than once: " + rate);
            } else {
                assertEquals(rate, 1.0);
            }
        }
    }

    @DataProvider
    static Object[] styles() {
        return CallStyle.values();
    }

    /** A server that replies with garbage at once must not look fast. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void repliesThatCannotBeReadGiveNoLatency(CallStyle style) throws Exception {
        AtomicReference<BalancedEndpoint> seen = new AtomicReference<>();
        try (ProbeServer server = ProbeServer.start(PROTOCOL);
                ProbeServer other = ProbeServer.echoing(PROTOCOL);
                ThriftClient client = client(server, other, false)
                        .balancer(only(server, seen))
                        .build()) {
            connectBoth(client, server, seen);
            boolean wasKnown = seen.get().latencyNanos() > 0;
            Probe.FutureIface stub = style.futures(Probe.FutureIface.class, client::stub);
            for (int i = 0; i < 10; i++) {
                CompletableFuture<String> call = stub.judge(1);
                Kind.UNREADABLE.reply.to(server.take());
                CallResults.result(call.handle((result, failure) -> result));
            }
            assertEquals(seen.get().latencyNanos() > 0, wasKnown);
        }
    }

    /** Picks one server. Once it has been seen, each further call is sent to it. */
    private static Balancer only(ProbeServer server, AtomicReference<BalancedEndpoint> seen) {
        return endpoints -> {
            int index = endpoints.get(0).address().port() == server.port() ? 0 : 1;
            return (call, avoided) -> {
                seen.set(endpoints.get(index));
                return index;
            };
        };
    }

    private static ThriftClientBuilder client(ProbeServer server, ProbeServer other, boolean hedged) {
        ThriftClientBuilder builder = PatientClient.builder()
                .endpoint(ProbeServer.HOST, server.port())
                .endpoint(ProbeServer.HOST, other.port())
                .protocol(PROTOCOL)
                .maxFrameBytes(MAX_FRAME_BYTES)
                .connectionsPerEndpoint(1)
                .reconnectBackoff(HOUR, HOUR)
                .shutdownGrace(Duration.ZERO);
        return hedged
                ? builder.retries(RetryPolicy.create().withIdempotentMethods("judge"))
                        .hedging(HedgePolicy.afterDelay(HOUR))
                : builder.retries(RetryPolicy.create().withMaxRetries(0));
    }

    private static void connectBoth(ThriftClient client, ProbeServer server, AtomicReference<BalancedEndpoint> seen)
            throws Exception {
        Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
        while (seen.get() == null) {
            CompletableFuture<String> call = stub.echo("to either");
            Await.that("the call does not arrive", () -> call.isDone() || server.waiting() > 0);
            if (server.waiting() > 0) {
                ProbeCalls.reply(server.take());
            }
            CallResults.result(call);
        }
    }
}
