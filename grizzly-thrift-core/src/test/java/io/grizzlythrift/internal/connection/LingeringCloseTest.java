package io.grizzlythrift.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.util.concurrent.CountDownLatch;
import org.testng.annotations.Test;

/** Tests that a peer which sends more than is read gets all of the last reply. */
@Test(timeOut = 60_000)
public final class LingeringCloseTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;

    /** More than is read at once. */
    private static final byte[] MORE = new byte[10 * ServerConnection.HTTP_READ_BYTES];

    private static final String LARGE = "x".repeat(1 << 20);

    private final CountDownLatch sent = new CountDownLatch(1);

    /** Starts a server that reads nothing while a call of the connection is in flight. */
    private ThriftServer start() {
        EverythingHandler handler = new EverythingHandler() {
            @Override
            public String echoString(String value) {
                try {
                    sent.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return value + LARGE;
            }
        };
        return Strategies.WORKER_THREAD
                .builder(new Everything.Processor<>(handler))
                .protocol(PROTOCOL)
                .limits(Strategies.patient().maxInFlightPerConnection(1).build())
                .http(true)
                .build()
                .start();
    }

    /** A socket that closes with unread bytes resets its connection, and what it has not sent yet is lost. */
    public void theLastReplyIsNotLost() throws Exception {
        try (ThriftServer server = start();
                HttpSocket client = new HttpSocket(server)) {
            client.send(HttpSocket.post(new Requests(PROTOCOL).echoString(1, "last"), "Connection: close"));
            client.send(MORE);
            sent.countDown();
            Await.that("the call does not end", () -> server.counters().inFlight() == 0);
            HttpSocket.Response response = client.read();
            assertTrue(response.closes());
            new Reply(PROTOCOL, response.body()).assertEchoString(1, "last" + LARGE);
            client.shutdownOutput(); // so it need not wait
            Await.that("the connection stays", () -> server.counters().openConnections() == 0);
        }
    }

    /** The peer that goes on sending is closed all the same. */
    public void doesNotWaitForEver() throws Exception {
        try (ThriftServer server = start();
                HttpSocket client = new HttpSocket(server)) {
            client.send(HttpSocket.post(new Requests(PROTOCOL).echoString(1, "last"), "Connection: close"));
            client.send(MORE);
            sent.countDown();
            assertEquals(client.read().status(), 200);
            Await.that("the connection stays", () -> server.counters().openConnections() == 0);
        }
    }
}
