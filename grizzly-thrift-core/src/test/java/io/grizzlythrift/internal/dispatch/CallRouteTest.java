package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertSame;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.reply.TestReplyWriter;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.TestConnections;
import org.testng.annotations.Test;

/** Tests that each flow is used with only one queue. */
@Test
public final class CallRouteTest {
    private static CallRoute route(int number) {
        return TestAdmission.route(number, ServerLimits.defaults(), new TestAdmission.IdleThreads(true, flow -> false));
    }

    public void routesHaveFlowsOfTheirOwn() {
        CallOrigin origin = new TestCallOrigin(
                TestConnections.queue(ReplyOrder.REQUEST, new TestReplyWriter((bytes, offset, length) -> {})),
                new HeldProcessor());
        CallFlow main = route(CallRoute.MAIN).flowOf(origin);
        assertSame(main, origin.flow());
        CallFlow first = route(1).flowOf(origin);
        assertNotSame(first, main);
        assertSame(route(1).flowOf(origin), first);
        assertNotSame(route(2).flowOf(origin), first);
    }
}
