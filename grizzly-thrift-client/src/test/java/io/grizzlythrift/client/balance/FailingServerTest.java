package io.grizzlythrift.client.balance;

import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.internal.connection.EndpointHealth;
import io.grizzlythrift.client.internal.connection.ServerLogLimits;
import io.grizzlythrift.client.internal.io.ClockedTimers;
import io.grizzlythrift.client.internal.io.TimerThread;
import io.grizzlythrift.test.Pairs;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * One of several servers begins to fail, and later stops. A simulation: its clock is that of the calls. No server is
 * ejected.
 */
@Test
public final class FailingServerTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long SERVICE = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long DECAY = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int FAILS_FROM = 5;
    private static final int FAILS_UNTIL = 20;
    private static final int SECONDS = 40;

    private static final OutlierDetection OFF = OutlierDetection.off();

    /** How a server fails, and how long that takes. */
    private enum Failure {
        EXCEPTION_AT_ONCE(0),
        REJECTED_IN_THE_QUEUE(20),
        CONNECTION_LOST(0),
        UNREADABLE(0),
        /** From its first call on, so that its latency is never known. */
        COLD(0),
        /** Half of its replies are exceptions, at once. */
        HALF(0);

        private final long nanos;

        Failure(int millis) {
            nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        }
    }

    private record Call(Object routingKey) implements BalancedCall {
        @Override
        public String method() {
            return "method";
        }
    }

    /** A call ends; or the next one begins, if the server is null. */
    private record Event(long at, Server server, long begun, boolean failed) {}

    private static final class Server extends FakeEndpoint {
        private final EndpointHealth health;
        private final int[] calls = new int[SECONDS + 1];

        Server(int number, EndpointHealth health) {
            super("server-" + number, 1);
            this.health = health;
            health.ejection().mayEject(true);
        }

        @Override
        public long latencyNanos() {
            return health.latency().isKnown() ? health.latency().nanos() : 0;
        }

        @Override
        public double successRate() {
            return health.successRate();
        }

        private int calls(int from, int until) {
            int sum = 0;
            for (int second = from; second < until; second++) {
                sum += calls[second];
            }
            return sum;
        }
    }

    private long now;

    @DataProvider
    static Object[][] cases() {
        return Pairs.of(
                Failure.values(),
                new Object[] {Balancer.peakEwma(), Balancer.roundRobin(), Balancer.rendezvous(1.25)},
                new Object[] {2, 3, 5},
                new Object[] {1, 4, 30});
    }

    @Test(dataProvider = "cases")
    public void getsNoMoreThanItsShareAndComesBack(Failure failure, Balancer balancer, int size, int callers) {
        List<Server> servers = run(failure, balancer, size, callers);
        Server bad = servers.get(0);
        double equal = 1.0 / size;
        for (int second = FAILS_FROM; second < FAILS_UNTIL; second += 5) {
            double share = share(bad, servers, second, second + 5);
            assertTrue(share < 1.1 * equal, share + " of the calls in the 5 s from " + second);
        }
        double share = share(bad, servers, SECONDS - 10, SECONDS);
        assertTrue(share > 0.7 * equal, share + " after it has recovered");
    }

    private static double share(Server one, List<Server> all, int from, int until) {
        double calls =
                all.stream().mapToInt(server -> server.calls(from, until)).sum();
        return one.calls(from, until) / calls;
    }

    private List<Server> run(Failure failure, Balancer balancer, int size, int callers) {
        now = 0;
        TimerThread timers = ClockedTimers.create(() -> now);
        ServerLogLimits logLimits = new ServerLogLimits(() -> now);
        List<Server> servers = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            String name = "server-" + i;
            servers.add(new Server(
                    i,
                    new EndpointHealth("client", name, logLimits, OFF, () -> now, timers, SECOND, () -> 0, () -> {})));
        }
        Balancer.Picker picker = balancer.picker(servers);
        PriorityQueue<Event> events = new PriorityQueue<>((a, b) -> Long.compare(a.at, b.at));
        for (int i = 0; i < callers; i++) {
            events.add(new Event(i * PAUSE, null, 0, false));
        }
        long decayed = 0;
        int number = 0;
        while (now < SECONDS * SECOND) {
            Event event = events.remove();
            now = event.at;
            while (now - decayed >= DECAY) {
                decayed += DECAY;
                servers.forEach(server -> server.health.decay(now));
            }
            if (event.server != null) {
                end(event, failure);
                events.add(new Event(now + PAUSE, null, 0, false));
                continue;
            }
            Server server = servers.get(picker.pick(new Call(number++), null));
            server.load++;
            server.calls[(int) (now / SECOND)]++;
            boolean fails = server == servers.get(0) && fails(failure, number);
            events.add(new Event(now + (fails ? failure.nanos : SERVICE), server, now, fails));
        }
        return servers;
    }

    private boolean fails(Failure failure, int number) {
        boolean failing = now < FAILS_UNTIL * SECOND && (failure == Failure.COLD || now >= FAILS_FROM * SECOND);
        return failing && (failure != Failure.HALF || number % 2 == 0);
    }

    private void end(Event call, Failure failure) {
        EndpointHealth health = call.server.health;
        call.server.load--;
        if (!call.failed) {
            health.succeeded(1, now - call.begun, call.begun, now);
        } else if (failure == Failure.CONNECTION_LOST) {
            health.lost(now);
        } else if (failure == Failure.UNREADABLE) {
            health.succeeded(1, 1, call.begun, now);
            health.revokeReply(call.begun, now);
        } else {
            health.repliedBadly(call.begun, now);
        }
    }
}
