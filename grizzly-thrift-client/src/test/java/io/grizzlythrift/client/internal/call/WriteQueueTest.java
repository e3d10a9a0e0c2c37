package io.grizzlythrift.client.internal.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;

import io.grizzlythrift.client.testing.Race;
import io.grizzlythrift.client.testing.RecordedCall;
import io.grizzlythrift.internal.util.DirectBuffers;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.TestSize;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/**
 * Tests that no call is left behind when the writer changes. A thread that adds a call either writes it, or relies on the
 * current writer to see it before it resigns. A call that is missed would wait for the next one, and the only call of a client
 * until its deadline.
 */
public class WriteQueueTest {
    private static final int ROUNDS = TestSize.of(20_000, 200_000);
    private static final int MAX_IN_FLIGHT = 2;
    private static final byte[] FRAME = {0, 0, 0, 1, 42};

    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger onewaysSent = new AtomicInteger();
    private final AtomicInteger skipped = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private AtomicLong received;
    private WriteQueue writeQueue;
    private SocketChannel client;
    private SocketChannel server;

    private final class Listening implements WriteQueue.Listener {
        @Override
        public void sent(int count) {
            sent.addAndGet(count);
        }

        @Override
        public void released(long bytes) {}

        @Override
        public void onewaySent(PendingCall call) {
            onewaysSent.incrementAndGet();
        }

        @Override
        public void skipped() {
            skipped.incrementAndGet();
        }

        @Override
        public void writeFailed(Throwable cause) {
            failure.set(cause);
        }
    }

    @BeforeMethod
    void open() throws IOException {
        sent.set(0);
        onewaysSent.set(0);
        skipped.set(0);
        failure.set(null);
        AtomicLong count = new AtomicLong(); // the drain of the previous test may still count
        received = count;
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            client = SocketChannel.open(listener.getLocalAddress());
            server = listener.accept();
        }
        SocketChannel from = server;
        Thread drain = new Thread(() -> drain(from, count), "drain");
        drain.setDaemon(true);
        drain.start();
        writeQueue = new WriteQueue(MAX_IN_FLIGHT, new Listening());
    }

    private void openOutbound() {
        writeQueue.open(
                new TCPNIOConnection(TCPNIOTransportBuilder.newInstance().build(), client),
                true,
                DirectBuffers.OF_PROCESS);
        writeQueue.begin();
    }

    private static void drain(SocketChannel from, AtomicLong count) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64 * 1024);
        try {
            while (from.read(buffer.clear()) >= 0) {
                count.addAndGet(buffer.position());
                LockSupport.parkNanos(50_000);
            }
        } catch (IOException e) {
            return; // the test is over
        }
    }

    @AfterMethod(alwaysRun = true)
    void close() throws IOException {
        client.close();
        server.close();
        assertNull(failure.get(), "writing failed");
    }

    private static PendingCall call(boolean oneway) {
        PendingCall call = new RecordedCall(oneway, Long.MAX_VALUE, 0);
        call.frame(new CallBuffer(FRAME), 0, FRAME.length, 0);
        return call;
    }

    private static PendingCall ended() {
        PendingCall call = call(false);
        call.abandon();
        return call;
    }

    private void addAndFlush(PendingCall call) {
        writeQueue.add(call);
        writeQueue.flush();
    }

    @Test(timeOut = 300_000)
    void aCallAddedWhileTheWriterLeavesIsSent() {
        openOutbound();
        try (Race race = new Race()) {
            // The calls have ended, so the writer skips them: that leaves the least time between adding and resigning.
            for (int i = 1; i <= ROUNDS && !race.takesLong(); i++) {
                PendingCall one = ended();
                PendingCall other = ended();
                race.run(List.of(() -> addAndFlush(one), () -> addAndFlush(other)));
                assertEquals(skipped.get(), 2 * i, "calls that the writers saw by round " + i);
            }
        }
    }

    /** Notices among calls, and with nothing else to send; also more than fit into one write. */
    @Test(timeOut = 300_000)
    void noticesAreSentWhoeverWrites() {
        openOutbound();
        byte[] notice = new byte[1000];
        int rounds = 0;
        try (Race race = new Race()) {
            for (; rounds < ROUNDS / 10 && !race.takesLong(); rounds++) {
                PendingCall oneway = call(true);
                race.run(List.of(() -> addAndFlush(oneway), () -> {
                    for (int i = 0; i < 100; i++) {
                        writeQueue.addNotice(notice);
                    }
                    writeQueue.flush();
                }));
                long expected = (rounds + 1) * (100L * notice.length + FRAME.length);
                Await.that("bytes are missing", () -> received.get() == expected);
            }
        }
        assertEquals(onewaysSent.get(), rounds);
    }

    @Test(timeOut = 300_000)
    void aOnewayCallAddedDuringAWriteIsSent() {
        openOutbound();
        try (Race race = new Race()) {
            for (int i = 1; i <= ROUNDS / 10 && !race.takesLong(); i++) {
                PendingCall one = call(true);
                PendingCall other = call(true);
                race.run(List.of(() -> addAndFlush(one), () -> addAndFlush(other)));
                assertEquals(one.state(), PendingCall.SENT);
                assertEquals(other.state(), PendingCall.SENT);
                assertEquals(onewaysSent.get(), 2 * i);
            }
        }
    }

    @Test(timeOut = 300_000)
    void aReplyWhileACallIsAddedLetsItBeSent() {
        openOutbound();
        addAndFlush(call(false));
        addAndFlush(call(false));
        try (Race race = new Race()) {
            for (int i = 1; i <= ROUNDS / 10 && !race.takesLong(); i++) {
                PendingCall next = call(false);
                race.run(List.of(() -> addAndFlush(next), () -> {
                    writeQueue.countReplies(1);
                    writeQueue.flush();
                }));
                assertEquals(next.state(), PendingCall.SENT, "the call waits although another one was replied");
                assertEquals(sent.get(), MAX_IN_FLIGHT + i);
            }
        }
    }

    @Test(timeOut = 300_000)
    void aCallThatEndsInTheQueueLetsTheOnewayCallBehindItBeSent() {
        openOutbound();
        addAndFlush(call(false));
        addAndFlush(call(false));
        try (Race race = new Race()) {
            for (int i = 1; i <= ROUNDS / 10 && !race.takesLong(); i++) {
                PendingCall waiting = call(false);
                addAndFlush(waiting);
                assertEquals(waiting.state(), PendingCall.NEW, "more calls in flight than allowed");
                PendingCall oneway = call(true);
                race.run(List.of(() -> addAndFlush(oneway), () -> {
                    waiting.abandon();
                    writeQueue.flush();
                }));
                assertEquals(oneway.state(), PendingCall.SENT);
                assertEquals(skipped.get(), i);
                assertEquals(onewaysSent.get(), i);
                assertEquals(sent.get(), MAX_IN_FLIGHT + i);
            }
        }
    }

    @Test
    void nothingIsWrittenBeforeTheConnectionIsOpen() {
        PendingCall early = call(true);
        PendingCall givenUp = call(true);
        addAndFlush(early);
        addAndFlush(givenUp);
        givenUp.abandon();
        assertEquals(early.state(), PendingCall.NEW);
        openOutbound();
        assertEquals(early.state(), PendingCall.SENT);
        assertEquals(onewaysSent.get(), 1);
        assertEquals(skipped.get(), 1);
    }

    @Test
    void noMoreCallsAreInFlightThanAllowed() {
        openOutbound();
        PendingCall[] calls = new PendingCall[3 * MAX_IN_FLIGHT];
        for (int i = 0; i < calls.length; i++) {
            calls[i] = call(false);
            addAndFlush(calls[i]);
        }
        for (int replied = 0; replied <= calls.length; replied++) {
            for (int i = 0; i < calls.length; i++) {
                boolean mayBeSent = i < replied + MAX_IN_FLIGHT;
                assertEquals(
                        calls[i].state(),
                        mayBeSent ? PendingCall.SENT : PendingCall.NEW,
                        "call " + i + " of " + replied);
            }
            writeQueue.countReplies(1);
            writeQueue.flush();
        }
        assertEquals(sent.get(), calls.length);
    }
}
