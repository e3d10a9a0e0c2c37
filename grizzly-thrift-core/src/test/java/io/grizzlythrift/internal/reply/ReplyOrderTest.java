package io.grizzlythrift.internal.reply;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.TestSize;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the order of replies when handlers end in any order. */
public class ReplyOrderTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.COMPACT;
    private static final int CALLS = 4;

    @DataProvider
    static Object[][] pooled() {
        return new Object[][] {{Strategies.WORKER_THREAD}, {Strategies.LEADER_FOLLOWER}};
    }

    private static ThriftServer start(Strategies strategy, HeldProcessor processor, ReplyOrder order) {
        return strategy.builder(processor)
                .strategy(strategy.ofThreads(2 * CALLS))
                .protocol(PROTOCOL)
                .replyOrder(order)
                .build()
                .start();
    }

    private static byte[][] calls(String method, int first, int count) throws Exception {
        byte[][] calls = new byte[count][];
        for (int i = 0; i < count; i++) {
            calls[i] = HeldProcessor.call(PROTOCOL, method, first + i);
        }
        return calls;
    }

    private static List<List<Integer>> permutations(int count) {
        List<List<Integer>> all = List.of(List.of());
        for (int next = 0; next < count; next++) {
            List<List<Integer>> longer = new ArrayList<>();
            for (List<Integer> shorter : all) {
                for (int at = 0; at <= shorter.size(); at++) {
                    List<Integer> inserted = new ArrayList<>(shorter);
                    inserted.add(at, next);
                    longer.add(inserted);
                }
            }
            all = longer;
        }
        return all;
    }

    @Test(dataProvider = "pooled", timeOut = 120_000)
    void requestOrderHoldsForEveryOrderOfCompletion(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = start(strategy, processor, ReplyOrder.REQUEST);
                RawClient client = new RawClient(server)) {
            int first = 0;
            for (List<Integer> permutation : permutations(CALLS)) {
                client.sendFrames(calls("hold", first, CALLS));
                for (int i = 0; i < CALLS; i++) {
                    processor.awaitStart(first + i);
                }
                for (int released : permutation) {
                    processor.release(first + released);
                }
                for (int i = 0; i < CALLS; i++) {
                    assertEquals(client.readReply(PROTOCOL).sequenceId(), first + i, permutation.toString());
                }
                first += CALLS;
            }
        }
    }

    @Test(dataProvider = "pooled", timeOut = 120_000)
    void completedRepliesLeaveAtOnceOnRequest(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = start(strategy, processor, ReplyOrder.AS_COMPLETED);
                RawClient client = new RawClient(server)) {
            int first = 0;
            for (List<Integer> permutation : permutations(CALLS)) {
                client.sendFrames(calls("hold", first, CALLS));
                for (int released : permutation) {
                    processor.release(first + released);
                    assertEquals(client.readReply(PROTOCOL).sequenceId(), first + released, permutation.toString());
                }
                first += CALLS;
            }
        }
    }

    /**
     * With one selector, two round trips on another connection ensure that the first part was read before the second is
     * sent. Handlers are released from the last to the first if they run concurrently.
     */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class, timeOut = 120_000)
    void callsCutAtEveryByte(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = strategy.builder(processor)
                        .strategy(strategy.ofThreads(2 * CALLS))
                        .selectorThreads(1)
                        .protocol(PROTOCOL)
                        .build()
                        .start();
                RawClient client = new RawClient(server);
                RawClient other = new RawClient(server)) {
            boolean concurrent = strategy != Strategies.SAME_THREAD;
            String method = concurrent ? "hold" : "fast";
            int length = RawClient.framed(calls(method, 1_000, 3)).length;
            for (int cut = 1; cut < length; cut++) {
                int first = 1_000 + 3 * cut;
                byte[] stream = RawClient.framed(calls(method, first, 3));
                client.send(Arrays.copyOf(stream, cut));
                for (int i = 0; i < 2; i++) {
                    other.sendFrames(HeldProcessor.call(PROTOCOL, "fast", i));
                    assertEquals(other.readReply(PROTOCOL).sequenceId(), i);
                }
                client.send(Arrays.copyOfRange(stream, cut, stream.length));
                for (int i = 2; concurrent && i >= 0; i--) {
                    processor.awaitStart(first + i);
                    processor.release(first + i);
                }
                for (int i = 0; i < 3; i++) {
                    assertEquals(client.readReply(PROTOCOL).sequenceId(), first + i, "cut at " + cut);
                }
            }
        }
    }

    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class, timeOut = 60_000)
    void aReplyDoesNotWaitForASlowCallBehindIt(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = start(strategy, processor, ReplyOrder.REQUEST);
                RawClient client = new RawClient(server)) {
            for (int first = 0; first < 30; first += 3) {
                client.sendFrames(
                        HeldProcessor.call(PROTOCOL, "fast", first),
                        HeldProcessor.call(PROTOCOL, "fast", first + 1),
                        HeldProcessor.call(PROTOCOL, "hold", first + 2));
                assertEquals(client.readReply(PROTOCOL).sequenceId(), first);
                assertEquals(client.readReply(PROTOCOL).sequenceId(), first + 1);
                processor.release(first + 2);
                assertEquals(client.readReply(PROTOCOL).sequenceId(), first + 2);
            }
        }
    }

    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class, timeOut = 120_000)
    void callsOfManyReadsKeepTheirOrder(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy, new HeldProcessor(), ReplyOrder.REQUEST);
                RawClient client = new RawClient(server)) {
            int total = TestSize.of(15_000, 50_000);
            Thread sender = sendInBackground(client, total);
            for (int i = 0; i < total; i++) {
                assertEquals(client.readReply(PROTOCOL).sequenceId(), i);
            }
            sender.join();
        }
    }

    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class, timeOut = 120_000)
    void eachCallGetsOneReplyAsCompleted(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy, new HeldProcessor(), ReplyOrder.AS_COMPLETED);
                RawClient client = new RawClient(server)) {
            int total = TestSize.of(15_000, 50_000);
            Thread sender = sendInBackground(client, total);
            Set<Integer> replied = new TreeSet<>();
            for (int i = 0; i < total; i++) {
                int sequenceId = client.readReply(PROTOCOL).sequenceId();
                assertFalse(!replied.add(sequenceId), "replied twice: " + sequenceId);
            }
            assertEquals(replied.size(), total);
            sender.join();
        }
    }

    private static Thread sendInBackground(RawClient client, int total) {
        Thread sender = new Thread(() -> {
            try {
                for (int first = 0; first < total; first += 250) {
                    client.sendFrames(calls("fast", first, 250));
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        sender.start();
        return sender;
    }
}
