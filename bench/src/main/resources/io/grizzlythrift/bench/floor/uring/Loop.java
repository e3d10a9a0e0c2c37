package io.grizzlythrift.bench.floor.uring;

import io.grizzlythrift.bench.floor.CannedReplies;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * One thread and its connections. All replies to what was received leave with the system call that waits for more. A
 * connection whose socket does not take a whole reply is closed, as {@code NioFloor} does.
 */
final class Loop {
    /** The data of a completion that brings a connection; its result is the place of its socket. */
    static final long CONNECTION = 1L << 32;

    /** Data of operations on a connection; the lower half is its place. */
    private static final long RECEIVE = 2L << 32;

    private static final long SEND = 3L << 32;
    private static final long OTHER = 0;
    private static final long KIND = -1L << 32;

    private static final int OP_ASYNC_CANCEL = 14;
    private static final int OP_CLOSE = 19;
    private static final int OP_SEND = 26;
    private static final int OP_RECV = 27;

    private static final int RECV_POLL_FIRST = 1;
    private static final int RECV_MULTISHOT = 1 << 1;
    private static final int MSG_DONTWAIT_WAITALL_NOSIGNAL = 0x40 | 0x100 | 0x4000;
    private static final int BUFFER_SHIFT = 16;

    private static final int MAX_CONNECTIONS = 16 * 1024;
    private static final int CLOSED = -1;

    private final Ring ring = new Ring();
    private final ReceiveBuffers buffers = new ReceiveBuffers(ring);
    private final CannedReplies replies;
    private final MemorySegment output;
    /** The received bytes of an incomplete request of each connection. */
    private final int[] incomplete = new int[MAX_CONNECTIONS];

    Loop(CannedReplies replies) throws IOException {
        this.replies = replies;
        output = MemorySegment.ofBuffer(replies.buffer());
        ring.registerFiles(MAX_CONNECTIONS);
    }

    Ring ring() {
        return ring;
    }

    void run() throws IOException {
        while (true) {
            ring.submitAndWait();
            while (ring.next()) {
                int connection = (int) ring.data();
                long kind = ring.data() & KIND;
                if (kind == RECEIVE) {
                    received(connection, ring.result(), ring.flags());
                } else if (kind == CONNECTION) {
                    open(ring.result());
                } else if (kind == SEND && incomplete[connection] != CLOSED) { // it failed
                    ring.add(OP_ASYNC_CANCEL, 0, 0, -1, OTHER).address(RECEIVE | connection);
                }
            }
            buffers.provide();
        }
    }

    private void open(int connection) throws IOException {
        incomplete[connection] = 0;
        receive(connection);
    }

    /** Receives until the connection ends, with a completion for each time that bytes have arrived. */
    private void receive(int connection) throws IOException {
        ring.add(
                OP_RECV,
                Ring.FIXED_FILE | Ring.BUFFER_SELECT,
                RECV_MULTISHOT | RECV_POLL_FIRST,
                connection,
                RECEIVE | connection);
    }

    private void received(int connection, int result, int flags) throws IOException {
        if (result > 0) {
            buffers.add(flags >>> BUFFER_SHIFT);
            int bytes = incomplete[connection] + result;
            incomplete[connection] = replies.rest(bytes);
            int length = replies.bytes(replies.complete(bytes));
            if (length > 0) {
                send(connection, length);
            }
        }
        if ((flags & Ring.MORE) == 0) {
            if (result > 0 || result == -SystemCalls.ENOBUFS) {
                receive(connection);
            } else {
                incomplete[connection] = CLOSED;
                ring.add(OP_CLOSE, Ring.CQE_SKIP_SUCCESS, 0, 0, OTHER).file(connection + 1);
            }
        }
    }

    /** Sends without a completion if it succeeds: by then, the socket has copied all bytes. */
    private void send(int connection, int length) throws IOException {
        ring.add(OP_SEND, Ring.FIXED_FILE | Ring.CQE_SKIP_SUCCESS, 0, connection, SEND | connection)
                .address(output.address())
                .length(length, MSG_DONTWAIT_WAITALL_NOSIGNAL);
    }
}
