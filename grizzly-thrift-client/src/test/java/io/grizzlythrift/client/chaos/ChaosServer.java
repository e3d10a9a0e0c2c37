package io.grizzlythrift.client.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * A server that replies correctly to {@code echo}, but otherwise behaves like a bad network and a busy server: after
 * random times, in any order, in pieces of any size. It accepts {@code note} without a reply.
 */
public final class ChaosServer implements AutoCloseable {
    public static final String HOST = "127.0.0.1";

    /** Two TCP segments of the loopback interface: with less, TCP itself waits for its own timeouts. */
    private static final int RECEIVE_BUFFER = 128 * 1024;

    private final TProtocolFactory protocol;
    private final Pace pace;
    private final ServerSocket listener = new ServerSocket();
    private final Queue<ChaosConnection> connections = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final LongAdder requests = new LongAdder();
    private final LongAdder notes = new LongAdder();
    private final LongAdder replies = new LongAdder();
    private final AtomicInteger mostPending = new AtomicInteger();
    private volatile Consumer<String> onRequest = text -> {};

    /** How a server treats its connections. */
    public enum Pace {
        /** It reads as fast as it can. */
        FAST,

        /** It reads as fast as it can, and sometimes closes a connection with all calls in flight on it. */
        BRITTLE,

        /** It reads a little at a time, with a receive buffer of fixed size, so that bytes written to it pile up. */
        SLOW
    }

    public ChaosServer(TProtocolFactory protocol, Pace pace) throws IOException {
        this.protocol = protocol;
        this.pace = pace;
        if (pace == Pace.SLOW) {
            listener.setReceiveBufferSize(RECEIVE_BUFFER);
        }
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        startDaemon("chaos-accept", this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Sets the listener for the text of each request, before the first connection. */
    void onRequest(Consumer<String> listener) {
        onRequest = listener;
    }

    /** Returns the number of received messages, notes included. */
    long requests() {
        return requests.sum();
    }

    /** Returns the number of received oneway messages. */
    long notes() {
        return notes.sum();
    }

    /** Returns the number of replies that were sent completely. */
    long replies() {
        return replies.sum();
    }

    /** Returns the largest number of requests without a reply that one connection had. */
    int mostPending() {
        return mostPending.get();
    }

    /** Returns the failures of the server and of the requests it received, without connections that were closed. */
    Queue<Throwable> failures() {
        return failures;
    }

    private void accept() {
        try {
            for (int number = 0; ; number++) {
                Socket socket = listener.accept();
                ChaosConnection connection = new ChaosConnection(this, socket, protocol, pace, number);
                connections.add(connection);
                startDaemon("chaos-read-" + number, connection::read);
                startDaemon("chaos-write-" + number, connection::write);
            }
        } catch (IOException e) {
            return; // closed
        }
    }

    private static void startDaemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    void received(String text, boolean oneway, int pending) {
        onRequest.accept(text);
        requests.increment();
        if (oneway) {
            notes.increment();
        } else {
            mostPending.accumulateAndGet(pending, Math::max);
        }
    }

    void countReplies(int count) {
        replies.add(count);
    }

    void failed(Throwable failure) {
        failures.add(failure);
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        connections.forEach(ChaosConnection::close);
    }
}
