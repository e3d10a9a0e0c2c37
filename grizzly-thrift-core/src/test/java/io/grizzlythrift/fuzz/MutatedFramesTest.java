package io.grizzlythrift.fuzz;

import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.TestSize;
import io.grizzlythrift.test.server.EchoHandler;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.ServerThreads;
import io.grizzlythrift.test.server.Strategies;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.testng.Reporter;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests mutated messages of real clients; {@link MessageCheck} says what must hold for each. The profile {@code soak}
 * makes ten million of them.
 *
 * <p>For messages of strings and bytes the bound is 10 times the length, slightly more than echoing a long ASCII
 * text costs if one of its characters is outside of Latin-1. Structs of small fields become objects that are
 * larger than the message, however valid it is. Their bound is the cost of the most expensive real message, rounded up:
 * a struct of nine fields takes about 930 bytes of objects, and 100 bytes in the binary, 50 in the compact protocol.
 * libthrift's JSON reader creates several objects per token, and repeatedly doubles its array for a long one. The fixed
 * part is for an exception with its stack trace, up to 64 structs deep, and its reply.
 */
public final class MutatedFramesTest {
    private static final int FIXED_BYTES = 32 * 1024;

    /** The sequence id of the last call on a socket: no further replies follow its reply. */
    private static final int LAST = 0x7fff_fff0;

    private static final int BATCH = 32;

    private LogCapture quiet;

    @BeforeClass
    void captureTheLog() {
        quiet = LogCapture.start();
    }

    @AfterClass(alwaysRun = true)
    void restoreTheLog() {
        quiet.close();
    }

    private static int textTimes(ThriftProtocol protocol) {
        return protocol == ThriftProtocol.JSON ? 12 : 10;
    }

    private static int structTimes(ThriftProtocol protocol) {
        return switch (protocol) {
            case BINARY -> 10;
            case COMPACT -> 20;
            case JSON -> 32;
        };
    }

    /**
     * Returns real messages, the number of mutations, and the maximum allocation. Most messages are short, as in
     * practice.
     */
    @DataProvider
    static Object[][] messages() {
        List<Object[]> rows = new ArrayList<>();
        for (ThriftProtocol protocol : ThriftProtocol.values()) {
            int structTimes = structTimes(protocol);
            rows.add(row(protocol, "all", RealMessages.ofEachMethod(protocol), 2_000_000, structTimes));
            for (int bytes : new int[] {100, 1000, 8000, 65_536}) {
                int count = 80_000_000 / (bytes + 300);
                rows.add(row(protocol, "texts", RealMessages.texts(protocol, bytes), 3 * count, textTimes(protocol)));
                rows.add(row(protocol, "structs", RealMessages.structs(protocol, bytes), 2 * count, structTimes));
            }
        }
        return rows.toArray(Object[][]::new);
    }

    private static Object[] row(ThriftProtocol protocol, String name, List<byte[]> real, int full, int times) {
        return new Object[] {
            protocol, name, real, TestSize.inSoak(full / 400, full), new AllocationBound(times, FIXED_BYTES)
        };
    }

    @Test(dataProvider = "messages")
    public void eachGetsAReplyOrEndsTheConnection(
            ThriftProtocol protocol, String name, List<byte[]> real, int count, AllocationBound bound) {
        Mutations mutations = new Mutations(real);
        long bytes = 0;
        long allocated = 0;
        long worst = 0;
        try (MessageCheck check = new MessageCheck(protocol, bound)) {
            for (int number = 0; number < count; number++) {
                byte[] message = mutations.make(number);
                long taken = checked(check, message, number);
                bytes += message.length;
                allocated += taken;
                worst = Math.max(worst, taken - (long) bound.times() * message.length);
            }
        }
        Reporter.log(
                String.format(
                        "%s %s of %d bytes, %d mutated: %.2f bytes allocated a byte; the worst %d over %d times its length",
                        protocol, name, real.get(0).length, count, (double) allocated / bytes, worst, bound.times()),
                true);
    }

    /** A mutation that soak tests found: in a binary message, the first bytes of a compact one. */
    @Test
    public void aMutationMayBeACallOfAnotherProtocol() {
        byte[] message =
                HexFormat.of().parseHex("822100010000000a6563686f43686f696365000000200c0000200c00010b0003000000000000");
        try (MessageCheck check = new MessageCheck(ThriftProtocol.BINARY, new AllocationBound(10, FIXED_BYTES))) {
            check.check(message);
        }
    }

    private static long checked(MessageCheck check, byte[] message, int number) {
        try {
            return check.check(message);
        } catch (RuntimeException | Error e) {
            throw new AssertionError(
                    "mutation " + number + ": " + HexFormat.of().formatHex(message), e);
        }
    }

    /** The same over sockets: no thread of the server ends, and the next peer is served. */
    @Test(timeOut = 600_000, dataProvider = "strategiesAndProtocols", dataProviderClass = Strategies.class)
    public void noThreadOfTheServerEnds(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Mutations mutations = new Mutations(RealMessages.ofEachMethod(protocol));
        byte[] last = new Requests(protocol).echoString(LAST, "fine");
        int batches = TestSize.inSoak(60, 6000);
        try (ThriftServer server = strategy.builder(EchoHandler.processor())
                .protocol(protocol)
                .build()
                .start()) {
            List<Thread> threads = new ArrayList<>();
            RawClient client = new RawClient(server);
            for (int batch = 0; batch < batches; batch++) {
                byte[][] frames = new byte[BATCH + 1][];
                for (int i = 0; i < BATCH; i++) {
                    frames[i] = mutations.make((long) batch * BATCH + i);
                }
                frames[BATCH] = last;
                if (!sendAndReadUpToTheLast(client, protocol, frames)) {
                    client.close();
                    client = new RawClient(server);
                }
                if (batch == batches / 10) {
                    threads.addAll(ServerThreads.of(server));
                }
            }
            client.close();
            try (RawClient next = new RawClient(server)) {
                next.sendFrames(last);
                next.readReply(protocol).assertEchoString(LAST, "fine");
            }
            assertTrue(threads.size() > 1, threads + " were seen");
            for (Thread thread : threads) {
                assertTrue(thread.isAlive(), thread.getName() + " died");
            }
            Await.that("connections are left", () -> server.counters().openConnections() == 0);
        }
    }

    /** Returns false if the connection was terminated, as after a frame without a message. */
    private static boolean sendAndReadUpToTheLast(RawClient client, ThriftProtocol protocol, byte[][] frames)
            throws Exception {
        try {
            client.sendFrames(frames);
            for (int replies = 0; replies < frames.length; replies++) {
                Reply reply = client.readReply(protocol);
                if (reply.sequenceId() == LAST) {
                    reply.assertEchoString(LAST, "fine");
                    return true;
                }
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the last call gets no reply, and the connection stays open", e);
        } catch (IOException e) {
            return false;
        }
        throw new AssertionError("more replies than calls");
    }
}
