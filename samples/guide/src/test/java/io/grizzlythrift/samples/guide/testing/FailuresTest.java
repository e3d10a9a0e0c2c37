package io.grizzlythrift.samples.guide.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.testkit.ReceivedCall;
import io.grizzlythrift.testkit.Rejection;
import io.grizzlythrift.testkit.ScriptedServer;
import io.grizzlythrift.testkit.junit.ThriftServerExtension;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ThriftServerExtension.class)
class FailuresTest {
    final ScriptedServer server = ScriptedServer.of(Calculator.class);

    @AutoClose
    final ThriftClient client = ThriftClient.builder()
            .endpoint(server.host(), server.port())
            .connectionsPerEndpoint(1)
            .build();

    final Totals totals = new Totals(client.stub(Calculator.Iface.class));

    // @start region=faults
    @Test
    void survivesARejectedCall() throws Exception {
        server.when("add").thenReject(Rejection.OVERLOADED).thenReply(3);

        assertEquals(3, totals.of(3)); // the client has sent the call again
        server.verifyCalls("add", 2);
    }

    @Test
    void reportsALostConnection() {
        server.when("add").thenReset();

        CallFailedException lost = assertThrows(CallFailedException.class, () -> totals.of(3));
        assertEquals(FailureCause.CONNECTION_RESET, lost.failure());
    }
    // @end region=faults

    // @start region=later
    @Test
    void holdsAReply() throws Exception {
        CompletableFuture<Integer> sum = new CompletableFuture<>();
        server.when("add").thenReplyLater(sum);
        CompletableFuture<Integer> call =
                client.stub(Calculator.FutureIface.class).add(1, 2);

        server.awaitCall("add"); // it has arrived, and has no reply yet
        sum.complete(3);
        assertEquals(3, call.get());
    }

    @Test
    void repliesInAnotherOrder() throws Exception {
        server.when("add").thenHold();
        Calculator.FutureIface calculator = client.stub(Calculator.FutureIface.class);
        CompletableFuture<Integer> first = calculator.add(1, 1);
        CompletableFuture<Integer> second = calculator.add(2, 2);

        ReceivedCall slow = server.awaitCall("add", 1);
        server.awaitCall("add", 2).reply(4);
        assertEquals(4, second.get());
        slow.reply(2);
        assertEquals(2, first.get());
    }
    // @end region=later
}
