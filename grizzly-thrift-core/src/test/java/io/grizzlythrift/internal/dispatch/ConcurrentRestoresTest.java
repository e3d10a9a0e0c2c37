package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.testng.annotations.Test;

/**
 * Tests large compressed calls of several connections when only one fits into the memory budget: they do not starve
 * each other, and no connection is terminated for them.
 */
@Test(timeOut = 120_000, dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
public final class ConcurrentRestoresTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final int CALL_BYTES = 4_000_000;
    private static final int ROUNDS = 20;

    /**
     * The memory that a server needs to restore one call: an array that doubles up to the bound, and finally a copy.
     */
    private static final long BUDGET_BYTES = 6 * CALL_BYTES;

    /** Returns text of which about one byte in fifty is random. */
    private static String text() {
        SplittableRandom random = new SplittableRandom(7);
        StringBuilder text = new StringBuilder(CALL_BYTES);
        while (text.length() < CALL_BYTES) {
            for (int i = 0; i < 20; i++) {
                text.append((char) ('a' + random.nextInt(26)));
            }
            text.append("0".repeat(980));
        }
        return text.toString();
    }

    private static EverythingHandler handler() {
        return new EverythingHandler() {
            @Override
            public String echoString(String value) {
                return "short";
            }
        };
    }

    public void oneOfSeveralRuns(Strategies strategy) throws Exception {
        byte[] call = HeaderFrame.of(PROTOCOL, 1, new Requests(PROTOCOL).echoString(1, text()))
                .compress(HeaderFrame.ZLIB)
                .bytes();
        ServerLimits limits =
                Strategies.patient().maxBufferedBytes(BUDGET_BYTES).build();
        List<RawClient> clients = new ArrayList<>();
        try (ThriftServer server = strategy.builder(new Everything.Processor<>(handler()))
                .limits(limits)
                .build()
                .start()) {
            try {
                for (int i = 0; i < Strategies.THREADS - 1; i++) {
                    clients.add(new RawClient(server));
                }
                for (int round = 0; round < ROUNDS; round++) {
                    assertTrue(ran(clients, call) > 0, "none in round " + round);
                }
                assertEquals(server.counters().openConnections(), clients.size());
                Await.that("nothing is held", () -> server.counters().bufferedBytes() == 0);
            } finally {
                for (RawClient client : clients) {
                    client.close();
                }
            }
        }
    }

    private static int ran(List<RawClient> clients, byte[] call) throws Exception {
        for (RawClient client : clients) {
            client.sendFrames(call);
        }
        int ran = 0;
        for (RawClient client : clients) {
            Reply reply = HeaderFrame.read(client.readFrame()).reply();
            ran += reply.isException() ? 0 : 1;
        }
        return ran;
    }
}
