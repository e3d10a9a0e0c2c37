package io.grizzlythrift.http;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.SizedProcessor;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.testng.annotations.Test;

/** Tests that replies over HTTP that peers do not read are counted, limited and released. */
@Test(timeOut = 120_000)
public final class HttpUnreadRepliesTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;

    /** More than the buffers of both sockets hold. */
    private static final int REPLY_BYTES = 12 << 20;

    /**
     * Starts a server that waits an hour for its calls when it is closed, so that a call that never ends fails the
     * test.
     */
    private static HttpHost start(UnaryOperator<ServerLimits.Builder> limits) throws IOException {
        return new HttpHost(ThriftHttpHandler.builder()
                .name(UniqueName.of("http-unread"))
                .processor(new SizedProcessor(REPLY_BYTES))
                .strategy(WorkerThreadStrategy.ofThreads(1))
                .shutdownGrace(Duration.ofHours(1))
                .limits(limits.apply(PatientLimits.builder()).build())
                .build());
    }

    private static void call(Socket socket, int sequenceId) throws Exception {
        HttpHost.writePost(socket, HeldProcessor.call(PROTOCOL, "fast", sequenceId));
    }

    private static long unsent(HttpHost host) {
        return host.counters().bufferedBytes(MemoryPart.UNSENT_REPLIES);
    }

    private static void awaitNothingHeld(HttpHost host) {
        Await.that("memory is held", () -> host.counters().bufferedBytes() == 0);
        Await.that("a call is in flight", () -> host.counters().inFlight() == 0);
    }

    public void countedUntilTheConnectionEnds() throws Exception {
        try (LogCapture quiet = LogCapture.start();
                HttpHost host = start(limits -> limits)) {
            try (Socket deaf = host.connect()) {
                call(deaf, 1);
                Await.that("the reply is not counted", () -> unsent(host) >= REPLY_BYTES);
                Await.that("the call is in flight", () -> host.counters().inFlight() == 0);
                assertTrue(unsent(host) < REPLY_BYTES + 1_000, unsent(host) + " bytes, " + quiet.text());
            }
            awaitNothingHeld(host);
        }
    }

    /** The reply is read late, but completely. */
    public void countedUntilTheReplyIsRead() throws Exception {
        try (HttpHost host = start(limits -> limits);
                Socket late = host.connect()) {
            call(late, 1);
            Await.that("the reply is not counted", () -> unsent(host) >= REPLY_BYTES);
            assertTrue(HttpHost.readBody(late.getInputStream()).length >= REPLY_BYTES);
            awaitNothingHeld(host);
            call(late, 2);
            assertTrue(HttpHost.readBody(late.getInputStream()).length >= REPLY_BYTES);
            awaitNothingHeld(host);
        }
    }

    /** Of two replies that do not fit together, one is dropped and its connection closed; the other is delivered. */
    public void overTheBudgetOneIsTerminated() throws Exception {
        long budget = REPLY_BYTES * 3L / 2;
        try (LogCapture log = LogCapture.start();
                HttpHost host = start(limits -> limits.maxBufferedBytes(budget));
                Socket first = host.connect();
                Socket second = host.connect()) {
            call(first, 1);
            Await.that("the reply is not counted", () -> unsent(host) >= REPLY_BYTES);
            call(second, 2);
            Await.that("both are kept", () -> host.counters().reached(LimitType.MAX_BUFFERED_BYTES) == 1);
            Await.that("both are counted", () -> unsent(host) < REPLY_BYTES + 1_000);
            assertTrue(unsent(host) >= REPLY_BYTES, unsent(host) + " bytes");
            int whole = 0;
            for (Socket socket : List.of(first, second)) {
                whole += readUntilClosed(socket, socket == first ? 1 : 2) ? 1 : 0;
            }
            assertEquals(whole, 1, log.text());
            awaitNothingHeld(host);
        }
    }

    /** Returns whether the reply arrived completely. */
    private static boolean readUntilClosed(Socket socket, int sequenceId) throws Exception {
        try {
            byte[] body = HttpHost.readBody(socket.getInputStream());
            if (body.length >= REPLY_BYTES) {
                return true;
            }
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (SocketException reset) {
            return false;
        } catch (IOException e) {
            assertTrue(e.getMessage().startsWith("the end of the stream"), e + " of call " + sequenceId);
        }
        return false;
    }
}
