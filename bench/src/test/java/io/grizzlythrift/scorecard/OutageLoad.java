package io.grizzlythrift.scorecard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.thrift.TException;

/** Peers that call all the time, and connect again when they lose their connection: a server out of memory may. */
final class OutageLoad implements AutoCloseable {
    private static final int PEERS = 8;
    private static final String SMALL = "small";
    private static final String LARGE = "large ".repeat(20_000);

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private volatile boolean stopped;
    private volatile String problem = "";

    private OutageLoad() {}

    static OutageLoad begin(ServerChild server, Wire wire) {
        OutageLoad load = new OutageLoad();
        for (int i = 0; i < PEERS; i++) {
            String text = i % 2 == 0 ? SMALL : LARGE;
            Thread thread = new Thread(() -> load.run(server.port(), wire, text), "outage-load");
            load.threads.add(thread);
            thread.start();
        }
        return load;
    }

    long answered() {
        return answered.get();
    }

    /** Connections that ended, or could not be had. */
    long lost() {
        return lost.get();
    }

    /** A wrong reply; empty if there was none. */
    String problem() {
        return problem;
    }

    private void run(int port, Wire wire, String text) {
        while (!stopped) {
            try (Peer peer = Peer.connect(port, wire)) {
                for (int id = 0; !stopped; id++) {
                    peer.send(Frames.echo(id, text));
                    Frames.Reply reply = peer.reply();
                    if (reply.sequenceId() != id
                            || (!reply.isException() && !reply.text().equals(text))) {
                        problem = "a wrong reply to call " + id + ": " + reply.sequenceId();
                    }
                    answered.incrementAndGet();
                }
            } catch (IOException | TException e) {
                lost.incrementAndGet();
            }
        }
    }

    /** Ends the load; each peer awaits the reply to its last call. */
    void end() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Has the load end soon. */
    @Override
    public void close() {
        stopped = true;
    }
}
