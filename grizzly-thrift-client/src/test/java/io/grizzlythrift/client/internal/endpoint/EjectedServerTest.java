package io.grizzlythrift.client.internal.endpoint;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.balance.Balancer;
import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.client.metrics.EndpointState;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.OwnLog;
import io.grizzlythrift.testkit.ReceivedCall;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.logging.Level;
import org.testng.annotations.Test;

/** Tests what a server that accepts connections and never replies costs the calls of a client that has another one. */
@Test(timeOut = 120_000)
public final class EjectedServerTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int ATTEMPTS = 20;
    private static final CallOptions LONG = CallOptions.create().withTimeout(HOUR);

    private static ThriftClientBuilder client(ProbeServer working, ProbeServer silent, Duration backoff) {
        return PatientClient.builder()
                .endpoint(ProbeServer.HOST, working.port())
                .endpoint(ProbeServer.HOST, silent.port())
                .protocol(ThriftProtocol.COMPACT)
                .connectionsPerEndpoint(2)
                .balancer(Balancer.roundRobin())
                .shutdownGrace(Duration.ZERO)
                .callTimeout(Duration.ofMillis(300))
                .outlierDetection(OutlierDetection.create()
                        .withFailuresInRow(2)
                        .withSlowStart(Duration.ZERO)
                        .withBackoff(backoff, HOUR));
    }

    private static EndpointState stateOf(ThriftClient client, ProbeServer server) {
        return metricsOf(client, server).state();
    }

    private static EndpointMetrics metricsOf(ThriftClient client, ProbeServer server) {
        return client.endpoints().stream()
                .filter(metrics -> metrics.endpoint().equals(server.endpoint()))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Returns a client that has ejected only the silent server. On a busy machine, calls to the other one may time out too,
     * and another attempt is needed.
     */
    private static ThriftClient ejecting(ProbeServer working, ProbeServer silent, ThriftClientBuilder builder)
            throws Exception {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            ThriftClient client = builder.build();
            eject(client, silent);
            if (metricsOf(client, working).ejections() == 0) {
                return client;
            }
            client.close();
        }
        throw new AssertionError("the server that replies is ejected as well");
    }

    /** Connects to both servers, and makes calls until the silent one is ejected. */
    private static void eject(ThriftClient client, ProbeServer silent) throws Exception {
        Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
        while (metricsOf(client, silent).ejections() == 0) {
            CompletableFuture<String> call = stub.echo("to either");
            try {
                CallResults.result(call);
            } catch (ExecutionException e) {
                assertSame(CallResults.failure(call).failure(), FailureCause.TIMED_OUT);
            }
        }
    }

    public void itGetsNoCallsWhileItIsEjected() throws Exception {
        try (ProbeServer working = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ProbeServer silent = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = ejecting(working, silent, client(working, silent, HOUR))) {
            assertEquals(stateOf(client, silent), EndpointState.EJECTED);
            assertNotEquals(metricsOf(client, silent).lastFailure(), "");
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class, LONG);
            for (int i = 0; i < 200; i++) {
                assertEquals(CallResults.result(stub.echo("call " + i)), "call " + i);
            }
            ProbeCalls.awaitClosed(silent.take().connection()); // no caller waits for a reply any more
        }
    }

    public void aPingFindsOutThatItReplies() throws Exception {
        try (ProbeServer working = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ProbeServer silent = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = client(working, silent, Duration.ofMillis(1))
                        .pingIdle(HOUR)
                        .build()) {
            eject(client, silent);
            Await.that("the silent server is open again", () -> {
                replyToPings(silent); // again and again: on a busy machine, a reply may come too late
                return stateOf(client, silent) == EndpointState.OPEN;
            });
            assertTrue(metricsOf(client, silent).ejections() > 0);
        }
    }

    private static void replyToPings(ProbeServer silent) {
        try {
            while (silent.waiting() > 0) {
                ReceivedCall request = silent.take();
                if (ProbeCalls.name(request).equals("__ping")) {
                    ProbeCalls.reply(request);
                }
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    public void aBalancerThatFailsIsReplacedByTheDefault() throws Exception {
        Balancer throwing = endpoints -> {
            throw new IllegalStateException("thrown by a test");
        };
        Balancer wrong = endpoints -> (call, avoided) -> endpoints.size();
        for (Balancer balancer : List.of(throwing, wrong)) {
            try (OwnLog log = OwnLog.start();
                    ProbeServer one = ProbeServer.echoing(ThriftProtocol.COMPACT);
                    ProbeServer two = ProbeServer.echoing(ThriftProtocol.COMPACT);
                    ThriftClient client =
                            client(one, two, HOUR).balancer(balancer).build()) {
                Probe.FutureIface stub = client.stub(Probe.FutureIface.class, LONG);
                // The balancer is asked as soon as a call finds both servers connected.
                Await.that("the balancer has failed", () -> {
                    assertEquals(CallResults.result(stub.echo("text")), "text");
                    return log.count(Level.SEVERE, "failed") > 0;
                });
            }
        }
    }
}
