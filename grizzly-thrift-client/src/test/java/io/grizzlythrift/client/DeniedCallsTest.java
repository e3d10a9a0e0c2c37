package io.grizzlythrift.client;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.metrics.EndpointState;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CountedCallback;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.security.AccessRules;
import io.grizzlythrift.security.Authenticator;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Calls that the server denies to their caller fail with a cause, never run, and say nothing about the server. */
@Test(timeOut = 60_000)
public class DeniedCallsTest {
    private static final int CALLS = 50;

    @DataProvider
    static Object[][] callers() {
        return new Object[][] {
            {Map.of(), FailureCause.UNAUTHENTICATED},
            {Map.of("authorization", "Bearer bob"), FailureCause.PERMISSION_DENIED},
            {Map.of("authorization", "Basic bob"), FailureCause.UNAUTHENTICATED},
        };
    }

    private static ThriftServer server(ProbeHandler handler) {
        return ThriftServer.builder()
                .name(UniqueName.of("denying"))
                .listen("127.0.0.1", 0)
                .limits(PatientLimits.builder().build())
                .processor(new Probe.Processor<>(handler))
                .authenticator(Authenticator.bearer(token -> CompletableFuture.completedFuture(
                        Identity.builder(token, "bearer").build())))
                .authorizer(AccessRules.of("*: alice"))
                .build()
                .start();
    }

    @Test(dataProvider = "callers", timeOut = 60_000)
    public void everyKindOfCallLearnsTheCause(Map<String, String> headers, FailureCause cause) throws Exception {
        ProbeHandler handler = new ProbeHandler();
        try (ThriftServer server = server(handler);
                ThriftClient client = PatientClient.builder()
                        .endpoint("127.0.0.1", server.port())
                        .dialect(Dialect.HEADER)
                        .retries(RetryPolicy.create().withMaxRetries(3))
                        .build()) {
            CallOptions options = CallOptions.create();
            for (Map.Entry<String, String> header : headers.entrySet()) {
                options = options.withHeader(header.getKey(), header.getValue());
            }
            Probe.Iface blocking = client.stub(Probe.Iface.class, options);
            Probe.FutureIface futures = client.stub(Probe.FutureIface.class, options);
            CallOptions alice = CallOptions.create().withHeader("authorization", "Bearer alice");
            assertEquals(client.stub(Probe.Iface.class, alice).echo("text"), "text");
            for (int call = 0; call < CALLS; call++) {
                assertDenied(expectThrows(CallFailedException.class, () -> blocking.echo("text")), cause);
                assertDenied(CallResults.failure(futures.echo("text")), cause);
            }
            CountedCallback<String> callback = new CountedCallback<>();
            client.stub(Probe.AsyncIface.class, options).echo("text", callback);
            assertDenied(CallResults.failure(callback.end()), cause);

            assertEquals(client.counters().failed(cause), 2 * CALLS + 1);
            assertEquals(client.counters().rejected(), 2 * CALLS + 1);
            assertEquals(client.counters().retries(), 0);
            assertEquals(server.counters().rejectedCalls(), 2 * CALLS + 1);
            assertEquals(handler.calls(), 1);
            assertEquals(client.endpoints().get(0).state(), EndpointState.OPEN);
            assertEquals(client.endpoints().get(0).ejections(), 0);
            assertEquals(client.stub(Probe.Iface.class, alice).echo("text"), "text");
        }
    }

    private static void assertDenied(CallFailedException failure, FailureCause cause) {
        assertEquals(failure.failure(), cause, failure.getMessage());
        assertFalse(failure.mayHaveRun());
        assertTrue(failure.getMessage().contains("rejected: "), failure.getMessage());
        assertTrue(failure.getMessage().endsWith("; it did not run"), failure.getMessage());
    }

    public void causes() {
        for (FailureCause cause : new FailureCause[] {FailureCause.PERMISSION_DENIED, FailureCause.UNAUTHENTICATED}) {
            assertTrue(cause.isRejection());
            assertFalse(cause.isRetriable());
        }
    }
}
