package io.grizzlythrift.scorecard.memory;

import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.thrift.TException;

/** Peers that call continuously, and reconnect if a server without memory closes their connection. */
final class OutageLoad implements AutoCloseable {
    private static final int PEERS = 8;
    private static final String SMALL = "small";
    private static final String LARGE = "large ".repeat(20_000);

    private final List<Thread> threads = new ArrayList<>();
    private final Set<Peer> peers = ConcurrentHashMap.newKeySet();
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

    /** {@return the number of connections that ended or could not be opened} */
    long lost() {
        return lost.get();
    }

    /** {@return a wrong reply; empty if there was none} */
    String problem() {
        return problem;
    }

    private void run(int port, Wire wire, String text) {
        while (!stopped) {
            try (Peer peer = Peer.connect(port, wire)) {
                peers.add(peer);
                try {
                    call(peer, text);
                } finally {
                    peers.remove(peer);
                }
            } catch (IOException | TException e) {
                if (!stopped) {
                    lost.incrementAndGet();
                }
            }
        }
    }

    private void call(Peer peer, String text) throws IOException, TException {
        for (int id = 0; !stopped; id++) {
            peer.send(Frames.echo(id, text));
            Frames.Reply reply = peer.reply();
            if (reply.sequenceId() != id
                    || (!reply.isException() && !reply.text().equals(text))) {
                problem = "a wrong reply to call " + id + ": " + reply.sequenceId();
            }
            answered.incrementAndGet();
        }
    }

    /** Closes the connections, because a peer whose connection the server has lost would wait for a reply forever. */
    void end() throws IOException, InterruptedException {
        close();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Override
    public void close() throws IOException {
        stopped = true;
        for (Peer peer : peers) {
            peer.close();
        }
    }
}
