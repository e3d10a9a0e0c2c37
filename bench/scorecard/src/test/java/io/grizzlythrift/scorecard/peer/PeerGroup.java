package io.grizzlythrift.scorecard.peer;

import io.grizzlythrift.scorecard.variant.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Several peers that send at the same time. */
public final class PeerGroup implements AutoCloseable {
    private final List<Peer> peers = new ArrayList<>();
    private final ExecutorService senders;

    private PeerGroup(int count) {
        senders = Executors.newFixedThreadPool(count);
    }

    public static PeerGroup connect(int port, Wire wire, int count) throws IOException {
        PeerGroup group = new PeerGroup(count);
        try {
            for (int i = 0; i < count; i++) {
                group.peers.add(Peer.connect(port, wire));
            }
            return group;
        } catch (IOException | RuntimeException e) {
            group.close();
            throw e;
        }
    }

    public List<Peer> peers() {
        return peers;
    }

    /** Starts sending the same bytes from each peer. The replies show whether all arrived. */
    public void sendFromAll(byte[] bytes) {
        for (Peer peer : peers) {
            senders.execute(() -> {
                try {
                    peer.send(bytes);
                } catch (IOException closed) {
                    // The reader of this peer notices it.
                }
            });
        }
    }

    @Override
    public void close() throws IOException {
        for (Peer peer : peers) {
            peer.close();
        }
        senders.shutdownNow();
    }
}
