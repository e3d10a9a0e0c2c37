package io.grizzlythrift.scorecard.load;

import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TException;

/**
 * Connections that make more calls than the server can reply to. One thread per connection reads all replies at once.
 */
final class Overload implements AutoCloseable {
    private static final int CONNECTIONS = 8;
    private static final String TEXT = "one of too many";

    /** Calls in flight on each connection while the peak is measured: enough for every strategy. */
    private static final int IN_FLIGHT_AT_PEAK = 4;

    private final List<Peer> peers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger sequence = new AtomicInteger();
    private final AtomicLong results = new AtomicLong();
    private final AtomicLong refusals = new AtomicLong();
    private volatile boolean answersCall;
    private volatile boolean ending;
    private volatile String problem = "";

    private Overload() {}

    static Overload connect(int port, Wire wire) throws IOException {
        Overload overload = new Overload();
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                overload.peers.add(Peer.connect(port, wire));
            }
        } catch (IOException | RuntimeException e) {
            overload.close();
            throw e;
        }
        for (Peer peer : overload.peers) {
            Thread thread = new Thread(() -> overload.receive(peer), "overload");
            overload.threads.add(thread);
            thread.start();
        }
        return overload;
    }

    /** {@return the number of calls sent so far} */
    int calls() {
        return sequence.get();
    }

    long results() {
        return results.get();
    }

    long refusals() {
        return refusals.get();
    }

    /** {@return a problem; empty if there is none} */
    String problem() {
        return problem;
    }

    boolean isAnswered() {
        return results.get() + refusals.get() == sequence.get();
    }

    /** Returns the results per second while every connection has only a few calls in flight. */
    double peak(Duration window) throws Exception {
        answersCall = true;
        for (int i = 0; i < IN_FLIGHT_AT_PEAK; i++) {
            for (Peer peer : peers) {
                call(peer);
            }
        }
        double peak = resultsPerSecond(results.get(), window, () -> Await.pass(window));
        answersCall = false;
        Await.that("the calls of the peak end", this::isAnswered);
        return peak;
    }

    /** Sends the given number of calls per second, independent of their outcome. Returns the results per second. */
    double load(double callsPerSecond, Duration window) throws Exception {
        return resultsPerSecond(results.get(), window, () -> {
            long begin = System.nanoTime();
            long count = (long) (callsPerSecond * window.toNanos() / 1e9);
            for (int i = 0; i < count; i++) {
                long due = begin + (long) (i * 1e9 / callsPerSecond);
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                call(peers.get(i % CONNECTIONS));
            }
        });
    }

    private interface Step {
        void run() throws Exception;
    }

    private double resultsPerSecond(long before, Duration window, Step step) throws Exception {
        long begin = System.nanoTime();
        step.run();
        return (results.get() - before) * 1e9 / Math.max(window.toNanos(), System.nanoTime() - begin);
    }

    private void call(Peer peer) throws IOException {
        byte[] call = Frames.echo(sequence.incrementAndGet(), TEXT);
        synchronized (peer) {
            peer.send(call);
        }
    }

    private void receive(Peer peer) {
        try {
            while (true) {
                Frames.Reply reply = peer.reply();
                if (!reply.isException() && !reply.text().equals(TEXT)) {
                    throw new TException("a wrong reply: " + reply);
                }
                // The next call is sent before this reply is counted. Otherwise, all calls could appear to have replies
                // while another one follows.
                if (answersCall) {
                    call(peer);
                }
                (reply.isException() ? refusals : results).incrementAndGet();
            }
        } catch (IOException | TException | RuntimeException e) {
            if (!ending) {
                problem = e.toString();
            }
        }
    }

    @Override
    public void close() {
        ending = true;
        try {
            for (Peer peer : peers) {
                peer.close();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot close a connection", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
