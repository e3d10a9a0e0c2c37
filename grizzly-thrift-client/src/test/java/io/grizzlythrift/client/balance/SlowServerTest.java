package io.grizzlythrift.client.balance;

import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.internal.connection.PeakEwma;
import io.grizzlythrift.discovery.EndpointAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** One of five servers is ten times slower. A simulation: its clock is that of the calls. */
@Test
public final class SlowServerTest {
    private static final long QUICK = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long SLOW = 10 * QUICK;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int SECONDS = 60;

    private static final class Server implements BalancedEndpoint {
        private final PeakEwma latency = new PeakEwma();
        private final long serviceNanos;
        private int load;
        private int calls;

        Server(long serviceNanos) {
            this.serviceNanos = serviceNanos;
        }

        @Override
        public EndpointAddress address() {
            return EndpointAddress.of("127.0.0.1", 1);
        }

        @Override
        public int load() {
            return load;
        }

        @Override
        public long latencyNanos() {
            return latency.isKnown() ? latency.nanos() : 0;
        }

        @Override
        public double weight() {
            return 1;
        }

        @Override
        public double successRate() {
            return 1;
        }
    }

    private record Reply(long at, Server from) {}

    /** Calls per second. */
    @DataProvider
    Object[][] rates() {
        return new Object[][] {{100}, {500}, {1_000}};
    }

    /** So that the slow calls are not in the 99th percentile. */
    @Test(dataProvider = "rates")
    public void getsLessThanOneCallInAHundred(int rate) {
        List<Server> servers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            servers.add(new Server(i == 0 ? SLOW : QUICK));
        }
        Balancer.Picker picker = Balancer.peakEwma().picker(servers);
        PriorityQueue<Reply> replies = new PriorityQueue<>((a, b) -> Long.compare(a.at(), b.at()));
        for (int call = 0; call < rate * SECONDS; call++) {
            long now = call * (SECOND / rate);
            while (!replies.isEmpty() && replies.peek().at() <= now) {
                Reply reply = replies.poll();
                reply.from().load--;
                reply.from().latency.add(reply.from().serviceNanos, reply.at());
            }
            servers.forEach(server -> server.latency.decay(now));
            Server chosen = servers.get(picker.pick(null, null));
            chosen.load++;
            chosen.calls++;
            replies.add(new Reply(now + chosen.serviceNanos, chosen));
        }
        double share = (double) servers.get(0).calls / (rate * SECONDS);
        assertTrue(share < 0.01, "the slow server got " + share + " of the calls");
        assertTrue(servers.get(0).calls > 5, "it is tried again");
        assertTrue(
                servers.stream().skip(1).allMatch(server -> server.calls > rate * SECONDS / 10),
                "the others share the calls");
    }
}
