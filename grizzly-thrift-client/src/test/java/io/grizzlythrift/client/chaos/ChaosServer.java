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
 * A server that answers {@code echo} rightly, but in every other respect as a bad network and a busy server would:
 * after random times, in any order, in pieces of any size. It takes {@code note} and answers nothing.
 */
public final class ChaosServer implements AutoCloseable {
    public static final String HOST = "127.0.0.1";

    /** Two segments of the loopback interface: with less, TCP itself waits for time-outs of its own. */
    private static final int RECEIVE_BUFFER = 128 * 1024;

    private final TProtocolFactory protocol;
    private final Pace pace;
    private final ServerSocket listener = new ServerSocket();
    private final Queue<ChaosConnection> connections = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final LongAdder requests = new LongAdder();
    private final LongAdder notes = new LongAdder();
    private final LongAdder replies = new LongAdder();
    private final AtomicInteger mostUnanswered = new AtomicInteger();
    private volatile Consumer<String> onRequest = text -> {};

    /** How a server treats its connections. */
    public enum Pace {
        /** It reads as fast as it can. */
        FAST,

        /** It reads as fast as it can, and now and then closes a connection with all that is in flight on it. */
        BRITTLE,

        /**
         * It reads a little now and then, with a receive buffer that does not grow, so that what is written to it piles
         * up.
         */
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

    /** Sets who is told the text of each request, before anybody connects. */
    void onRequest(Consumer<String> listener) {
        onRequest = listener;
    }

    /** Messages that came in, notes included. */
    long requests() {
        return requests.sum();
    }

    /** Oneway messages that came in. */
    long notes() {
        return notes.sum();
    }

    /** Answers that were sent whole. */
    long replies() {
        return replies.sum();
    }

    /** The largest number of requests that one connection had brought and was waiting for answers to. */
    int mostUnanswered() {
        return mostUnanswered.get();
    }

    /** What went wrong with the server itself or with what it received; a connection that was closed is not such. */
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

    void received(String text, boolean oneway, int unanswered) {
        onRequest.accept(text);
        requests.increment();
        if (oneway) {
            notes.increment();
        } else {
            mostUnanswered.accumulateAndGet(unanswered, Math::max);
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
