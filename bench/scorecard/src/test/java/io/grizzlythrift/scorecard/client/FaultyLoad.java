package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.variant.Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.thrift.TException;

/**
 * Pipelined calls on one connection after the other. One in twenty calls is a fault: an unknown method, or arguments
 * that cannot be read. Every few hundred calls, the connection ends: by a reset in mid-frame, a bad length, or the end
 * of its output. Each reply is compared with the right one, byte by byte. For one thread.
 */
final class FaultyLoad {
    /** Calls in flight at a time. */
    static final int BLOCK = 500;

    private static final int FAULT_EVERY = 20;
    private static final int BLOCKS_PER_CONNECTION = 20;
    private static final byte[] BAD_LENGTH = ByteBuffer.allocate(8).putInt(-1).array();
    private static final String TEXT = "forty characters are what most texts are";

    private final int port;
    private final Wire wire;
    private final AtomicLong connections;
    private final byte[] calls = calls();
    private final byte[] scratch = new byte[calls.length * 4];
    private byte[] replies = {};

    /**
     * Prepares to call.
     *
     * @param connections counts the opened connections, each of which ends with a fault
     */
    FaultyLoad(int port, Wire wire, AtomicLong connections) {
        this.port = port;
        this.wire = wire;
        this.connections = connections;
    }

    /** Makes the given number of blocks of calls. */
    void run(long blocks) throws IOException, TException {
        for (long done = 0; done < blocks; ) {
            try (Peer peer = Peer.connect(port, wire)) {
                long number = connections.incrementAndGet();
                for (int i = 0; i < BLOCKS_PER_CONNECTION && done < blocks; i++, done++) {
                    peer.send(calls);
                    if (replies.length == 0) {
                        replies = learn(peer);
                    } else {
                        peer.requireBytes(replies, scratch);
                    }
                }
                end(peer, number);
            }
        }
    }

    private static void end(Peer peer, long number) throws IOException {
        byte[] call = Frames.echo(1, TEXT);
        switch ((int) (number % 3)) {
            case 0 -> {
                peer.send(call, 0, call.length / 2);
                peer.reset();
            }
            case 1 -> {
                peer.send(BAD_LENGTH);
                peer.untilClosed();
            }
            default -> {
                peer.endOutput();
                peer.untilClosed();
            }
        }
    }

    /** Returns the replies to a block, after checking the content of each. */
    private static byte[] learn(Peer peer) throws IOException, TException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < BLOCK; i++) {
            byte[] message = peer.receive().orElseThrow(() -> new IOException("closed before a reply"));
            Frames.Reply reply = Frames.reply(message);
            boolean fault = i % FAULT_EVERY == 0;
            if (reply.sequenceId() != i
                    || reply.isException() != fault
                    || (!fault && !reply.text().equals(TEXT))) {
                throw new IOException("a wrong reply to call " + i + ": " + reply);
            }
            all.writeBytes(Frames.framed(message));
        }
        return all.toByteArray();
    }

    private static byte[] calls() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < BLOCK; i++) {
            if (i % FAULT_EVERY != 0) {
                all.writeBytes(Frames.echo(i, TEXT));
            } else if (i % (2 * FAULT_EVERY) == 0) {
                all.writeBytes(Frames.call("noSuchMethod", i, TEXT));
            } else {
                byte[] call = Frames.echo(i, TEXT);
                all.writeBytes(Frames.framed(Arrays.copyOfRange(call, Integer.BYTES, call.length - TEXT.length())));
            }
        }
        return all.toByteArray();
    }
}
