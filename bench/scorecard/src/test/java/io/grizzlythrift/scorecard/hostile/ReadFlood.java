package io.grizzlythrift.scorecard.hostile;

import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.server.ServerChild;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Connections that send the same calls again and again, as fast as the server reads them, and drop the replies. */
final class ReadFlood implements AutoCloseable {
    /** Less than what the server reads at once. */
    static final int READ_BYTES = 60_000;

    private final List<Peer> peers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong reads = new AtomicLong();
    private volatile boolean stopped;

    private ReadFlood() {}

    /**
     * Starts to send.
     *
     * @param first what each connection sends once
     * @param read what it sends after that
     */
    static ReadFlood begin(RowRun run, ServerChild server, byte[] first, byte[] read) throws IOException {
        ReadFlood flood = new ReadFlood();
        try {
            for (int i = 0; i < run.size(); i++) {
                flood.peers.add(Peer.connect(server.port(), run.wire()));
            }
        } catch (IOException | RuntimeException e) {
            flood.close();
            throw e;
        }
        for (Peer peer : flood.peers) {
            flood.start(() -> flood.send(peer, first, read));
            flood.start(peer::untilClosed);
        }
        return flood;
    }

    private interface Task {
        void run() throws IOException;
    }

    private void start(Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        stopped = true; // the connection has ended, which is how this ends
                    }
                },
                "read-flood");
        threads.add(thread);
        thread.start();
    }

    private void send(Peer peer, byte[] first, byte[] read) throws IOException {
        peer.send(first);
        while (!stopped) {
            peer.send(read);
            reads.incrementAndGet();
        }
    }

    /** Returns as many copies of a call as one read can hold. */
    static byte[] filledWith(byte[] call) {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        while (read.size() + call.length <= READ_BYTES) {
            read.writeBytes(call);
        }
        return read.toByteArray();
    }

    /** {@return the number of reads sent so far} */
    long reads() {
        return reads.get();
    }

    @Override
    public void close() {
        stopped = true;
        try {
            for (Peer peer : peers) {
                peer.reset();
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
