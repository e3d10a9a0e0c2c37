package io.grizzlythrift.client.balance;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests how each balancer distributes calls over endpoints whose load and latency the test sets. */
public final class BalancersTest {
    private static final int PICKS = 100_000;

    private record Call(Object routingKey) implements BalancedCall {
        @Override
        public String method() {
            return "method";
        }
    }

    private static final Call NO_KEY = new Call(null);

    private static List<FakeEndpoint> endpoints(double... weights) {
        return IntStream.range(0, weights.length)
                .mapToObj(i -> new FakeEndpoint("server-" + i, weights[i]))
                .toList();
    }

    private static int[] distribution(Balancer balancer, List<FakeEndpoint> endpoints, BalancedEndpoint avoided) {
        int[] picks = new int[endpoints.size()];
        Balancer.Picker picker = balancer.picker(endpoints);
        for (int i = 0; i < PICKS; i++) {
            picks[picker.pick(NO_KEY, avoided)]++;
        }
        return picks;
    }

    /** Each picked endpoint has the call until it has been picked a number of times more, as if calls took a time. */
    private static int[] distributionWithCalls(Balancer balancer, List<FakeEndpoint> endpoints, int[] turns) {
        Balancer.Picker picker = balancer.picker(endpoints);
        int[] picks = new int[endpoints.size()];
        List<List<Integer>> ends = new ArrayList<>();
        for (int i = 0; i < PICKS + 1_000; i++) {
            ends.add(new ArrayList<>());
        }
        for (int i = 0; i < PICKS; i++) {
            ends.get(i).forEach(ended -> endpoints.get(ended).load--);
            int picked = picker.pick(NO_KEY, null);
            picks[picked]++;
            endpoints.get(picked).load++;
            ends.get(i + turns[picked]).add(picked);
        }
        return picks;
    }

    private static void assertShares(int[] picks, double tolerance, double... shares) {
        for (int i = 0; i < picks.length; i++) {
            double share = (double) picks[i] / PICKS;
            assertTrue(Math.abs(share - shares[i]) <= tolerance, share + " of endpoint " + i + ", not " + shares[i]);
        }
    }

    @Test
    public void equalEndpointsGetEqualShares() {
        List<FakeEndpoint> five = endpoints(1, 1, 1, 1, 1);
        five.forEach(endpoint -> endpoint.latency = 1_000_000);
        int[] turns = {10, 10, 10, 10, 10};
        assertShares(distributionWithCalls(Balancer.peakEwma(), five, turns), 0.02, 0.2, 0.2, 0.2, 0.2, 0.2);
    }

    @Test
    public void theHeavierOneGetsMore() {
        List<FakeEndpoint> two = endpoints(1, 3);
        two.forEach(endpoint -> endpoint.latency = 1_000_000);
        int[] picks = distributionWithCalls(Balancer.peakEwma(), two, new int[] {40, 40});
        assertShares(picks, 0.03, 0.25, 0.75);
    }

    @DataProvider
    static Object[][] weights() {
        return new Object[][] {
            {new double[] {1, 2}},
            {new double[] {1, 2, 5}},
            {new double[] {1, 1, 1, 10}},
            {new double[] {0.1, 0.2, 0.1}},
        };
    }

    /** The lone caller, idle servers whose latencies differ a little, and many callers. */
    @Test(dataProvider = "weights")
    public void sharesFollowWeights(double[] weights) {
        double sum = DoubleStream.of(weights).sum();
        double[] shares = DoubleStream.of(weights).map(weight -> weight / sum).toArray();
        List<FakeEndpoint> endpoints = endpoints(weights);
        assertShares(distribution(Balancer.roundRobin(), endpoints, null), 0.001, shares);
        assertShares(distribution(Balancer.peakEwma(), endpoints, null), 0.01, shares);
        for (int i = 0; i < endpoints.size(); i++) {
            endpoints.get(i).latency = 1_000_000 + 100_000L * (i % 3);
        }
        assertShares(distribution(Balancer.peakEwma(), endpoints, null), 0.04, shares);
        endpoints.forEach(endpoint -> endpoint.latency = 1_000_000);
        for (int callers : new int[] {2, 4, 16, 64}) {
            int[] turns =
                    IntStream.generate(() -> callers).limit(weights.length).toArray();
            endpoints.forEach(endpoint -> endpoint.load = 0);
            double tolerance = callers < 10 ? 0.09 : 0.04; // a light server has no call in flight, or at once too many
            assertShares(distributionWithCalls(Balancer.peakEwma(), endpoints, turns), tolerance, shares);
        }
    }

    /** A picker is made for each change of the servers or of a weight. */
    @Test(dataProvider = "weights")
    public void roundRobinSharesFollowWeightsThatChangeOften(double[] weights) {
        double sum = DoubleStream.of(weights).sum();
        double[] shares = DoubleStream.of(weights).map(weight -> weight / sum).toArray();
        List<FakeEndpoint> endpoints = endpoints(weights);
        for (int calls : new int[] {1, 3}) {
            int[] picks = new int[weights.length];
            for (int i = 0; i < PICKS; i += calls) {
                Balancer.Picker picker = Balancer.roundRobin().picker(endpoints);
                for (int call = 0; call < calls; call++) {
                    picks[picker.pick(NO_KEY, null)]++;
                }
            }
            assertShares(picks, 0.03, shares);
        }
    }

    @Test(dataProvider = "balancers")
    public void aSlowStartIsASmallerWeight(Balancer balancer) {
        List<FakeEndpoint> three = endpoints(1, 1, 1);
        three.get(0).slowStart = 0.1;
        assertShares(distribution(balancer, three, null), 0.02, 0.1 / 2.1, 1 / 2.1, 1 / 2.1);
        three.forEach(endpoint -> endpoint.slowStart = 0.1);
        assertShares(distribution(balancer, three, null), 0.02, 1 / 3.0, 1 / 3.0, 1 / 3.0);
    }

    @Test
    public void aLightEndpointIsPickedInsteadOfAHeavyOneToAvoid() {
        List<FakeEndpoint> four = endpoints(1, 1, 1, 10);
        int[] picks = distribution(Balancer.roundRobin(), four, four.get(3));
        assertShares(picks, 0.02, 1 / 3.0, 1 / 3.0, 1 / 3.0, 0);
    }

    @Test
    public void aSlowEndpointGetsFewCalls() {
        List<FakeEndpoint> five = endpoints(1, 1, 1, 1, 1);
        five.forEach(endpoint -> endpoint.latency = 1_000_000);
        five.get(0).latency = 10_000_000;
        int[] picks = distributionWithCalls(Balancer.peakEwma(), five, new int[] {100, 10, 10, 10, 10});
        assertTrue(picks[0] < PICKS / 25, picks[0] + " calls to the slow one");
    }

    @Test
    public void anEndpointWithoutLatencyGetsOneCallAtATime() {
        List<FakeEndpoint> two = endpoints(1, 1);
        two.get(0).latency = 1_000_000;
        assertShares(distribution(Balancer.peakEwma(), two, null), 0.01, 0.5, 0.5);
        Balancer.Picker picker = Balancer.peakEwma().picker(two);
        two.get(1).load = 1;
        two.get(0).load = 1_000;
        for (int i = 0; i < 100; i++) {
            assertEquals(picker.pick(NO_KEY, null), 0);
        }
    }

    @DataProvider
    static Object[][] balancers() {
        return new Object[][] {{Balancer.peakEwma()}, {Balancer.roundRobin()}, {Balancer.rendezvous(1.25)}};
    }

    @Test(dataProvider = "balancers")
    public void anAvoidedEndpointIsNotPicked(Balancer balancer) {
        for (int size = 2; size < 6; size++) {
            List<FakeEndpoint> endpoints = endpoints(1, 1, 1, 1, 1, 1).subList(0, size);
            for (int avoided = 0; avoided < size; avoided++) {
                int[] picks = distribution(balancer, endpoints, endpoints.get(avoided));
                assertEquals(picks[avoided], 0);
                for (int i = 0; i < size; i++) {
                    assertTrue(i == avoided || picks[i] > 0, "none to " + i + " of " + size + " without " + avoided);
                }
                Balancer.Picker picker = balancer.picker(endpoints);
                BalancedEndpoint not = endpoints.get(avoided);
                for (int i = 0; i < 100; i++) {
                    assertNotEquals(picker.pick(new Call("key " + i), not), avoided);
                }
            }
        }
    }

    @Test(dataProvider = "balancers")
    public void aPickAllocatesNothing(Balancer balancer) {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        Balancer.Picker picker = balancer.picker(endpoints(1, 1, 2, 1));
        Call keyed = new Call("key");
        int sum = 0;
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = threads.getThreadAllocatedBytes(thread);
            for (int i = 0; i < 10_000; i++) {
                sum += picker.pick(NO_KEY, null) + picker.pick(keyed, null);
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        assertTrue(sum > 0);
        assertTrue(least < 10_000, least + " bytes for 20,000 picks");
    }

    @Test
    public void roundRobinGoesByWeightAndSpreadsTheTurns() {
        List<FakeEndpoint> three = endpoints(1, 2, 1);
        assertShares(distribution(Balancer.roundRobin(), three, null), 0.001, 0.25, 0.5, 0.25);
        Balancer.Picker picker = Balancer.roundRobin().picker(three);
        int[] last = new int[3];
        for (int i = 1; i <= 400; i++) {
            int picked = picker.pick(NO_KEY, null);
            int gap = i - last[picked];
            assertTrue(gap <= 6, gap + " picks between two of " + picked);
            last[picked] = i;
        }
        assertShares(distribution(Balancer.roundRobin(), endpoints(1, 1, 1, 1), null), 0.0001, 0.25, 0.25, 0.25, 0.25);
    }

    @Test
    public void aKeyStaysWithItsServer() {
        List<FakeEndpoint> ten = endpoints(1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
        Balancer.Picker picker = Balancer.rendezvous(1_000).picker(ten);
        Balancer.Picker without = Balancer.rendezvous(1_000).picker(ten.subList(0, 9));
        int[] picks = new int[10];
        Random random = new Random(20);
        for (int i = 0; i < PICKS; i++) {
            Call call = new Call(random.nextLong());
            int picked = picker.pick(call, null);
            picks[picked]++;
            assertEquals(picker.pick(new Call(call.routingKey()), null), picked);
            if (picked < 9) {
                assertEquals(without.pick(call, null), picked, "only the keys of the server that went move");
            }
        }
        assertShares(picks, 0.01, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1);
        assertEquals(picker.pick(new Call(new byte[] {1, 2}), null), picker.pick(new Call(new byte[] {1, 2}), null));
    }

    @Test
    public void keysFollowWeights() {
        List<FakeEndpoint> two = endpoints(1, 3);
        Balancer.Picker picker = Balancer.rendezvous(1_000).picker(two);
        int[] picks = new int[2];
        for (int i = 0; i < PICKS; i++) {
            picks[picker.pick(new Call("key " + i), null)]++;
        }
        assertShares(picks, 0.01, 0.25, 0.75);
    }

    @Test
    public void noServerOfAKeyHasMoreThanItsShare() {
        List<FakeEndpoint> four = endpoints(1, 1, 1, 1);
        Balancer.Picker picker = Balancer.rendezvous(1.25).picker(four);
        Call hot = new Call("hot");
        int own = picker.pick(hot, null);
        for (int i = 1; i <= 1_000; i++) {
            four.get(picker.pick(hot, null)).load++;
            int most = four.stream().mapToInt(BalancedEndpoint::load).max().orElseThrow();
            assertTrue(most <= Math.ceil(1.25 * i / 4), most + " of " + i);
        }
        assertTrue(four.get(own).load > 300, four.get(own).load + " at its own");
        four.get(own).load = 0;
        assertEquals(picker.pick(hot, null), own, "it goes back when there is room");
    }

    @Test
    public void loadFactorsAreChecked() {
        assertTrue(Balancer.rendezvous(1).toString().contains("1.0"));
        assertFalse(Balancer.rendezvous(1_000).toString().isEmpty());
        for (double bad : new double[] {0.999, 1_000.1, Double.NaN}) {
            String message = expectThrows(IllegalArgumentException.class, () -> Balancer.rendezvous(bad))
                    .getMessage();
            assertEquals(message, "loadFactor is " + bad + ", must be 1.0 to 1000.0");
        }
    }
}
