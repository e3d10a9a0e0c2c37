package io.grizzlythrift.scorecard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Thousands of plain connections on one thread and one selector: idle ones, slow ones, and ones that stop reading. Ends
 * by itself at its limit, whatever the server does.
 */
final class Crowd implements AutoCloseable {
    private static final int READ_BYTES = 64 * 1024;

    /**
     * What each connection does once it is open.
     *
     * @param bytes sent from the first on, once; none for idle connections
     * @param piece how many of them at a time at most
     * @param pauseNanos between two pieces; 0 to send as fast as the socket takes them
     * @param reads whether replies are read
     */
    record Manner(ByteBuffer bytes, int piece, long pauseNanos, boolean reads) {
        /** Says nothing, and notices when it is closed. */
        static Manner idle() {
            return new Manner(ByteBuffer.allocate(0), 1, 0, true);
        }

        /** Sends one byte after each pause. */
        static Manner slow(byte[] bytes, Duration pause) {
            return new Manner(ByteBuffer.wrap(bytes), 1, pause.toNanos(), true);
        }

        /** Sends at once, and notices when it is closed. */
        static Manner prompt(byte[] bytes) {
            return new Manner(ByteBuffer.wrap(bytes), Integer.MAX_VALUE, 0, true);
        }

        /** Sends as fast as it can, and never reads. It notices that it was closed when it sends. */
        static Manner deaf(byte[] bytes) {
            return new Manner(ByteBuffer.wrap(bytes), Integer.MAX_VALUE, 0, false);
        }
    }

    private final Selector selector;
    private final Manner manner;
    private final long end;
    private final List<Member> members = new ArrayList<>();
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(READ_BYTES);
    private final AtomicInteger connected = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger closedByServer = new AtomicInteger();
    private final AtomicLong bytesSent = new AtomicLong();
    private final AtomicLong bytesReceived = new AtomicLong();
    private final AtomicLong longestLifeNanos = new AtomicLong();
    private final Thread thread = new Thread(this::run, "crowd");
    private volatile boolean stopped;

    private Crowd(Manner manner, Duration limit) throws IOException {
        this.manner = manner;
        selector = Selector.open();
        end = System.nanoTime() + limit.toNanos();
    }

    /** Begins to connect so many at once. */
    static Crowd start(int port, int count, Manner manner, Duration limit) throws IOException {
        Crowd crowd = new Crowd(manner, limit);
        try {
            InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            for (int i = 0; i < count; i++) {
                crowd.members.add(crowd.new Member(server));
            }
        } catch (IOException | RuntimeException e) {
            crowd.closeAll();
            throw e;
        }
        crowd.thread.start();
        return crowd;
    }

    int connected() {
        return connected.get();
    }

    /** Connects that failed. */
    int refused() {
        return refused.get();
    }

    int closedByServer() {
        return closedByServer.get();
    }

    long bytesSent() {
        return bytesSent.get();
    }

    long bytesReceived() {
        return bytesReceived.get();
    }

    /** Of the connections that the server closed: from the connect to the end. */
    Duration longestLife() {
        return Duration.ofNanos(longestLifeNanos.get());
    }

    private void run() {
        try {
            while (!stopped && System.nanoTime() - end < 0) {
                long wait = manner.pauseNanos() == 0 ? TimeUnit.SECONDS.toMillis(1) : sendDue();
                selector.select(this::dispatch, Math.max(1, wait));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the crowd failed", e);
        } finally {
            closeAll();
        }
    }

    /** Sends what is due of all that send slowly. Returns the milliseconds until more is. */
    private long sendDue() {
        long now = System.nanoTime();
        long next = TimeUnit.SECONDS.toNanos(1);
        for (Member member : members) {
            if (member.sends()) {
                if (member.due - now <= 0) {
                    member.send();
                    member.due = now + manner.pauseNanos();
                }
                next = Math.min(next, member.due - now);
            }
        }
        return TimeUnit.NANOSECONDS.toMillis(next);
    }

    private void dispatch(SelectionKey key) {
        Member member = (Member) key.attachment();
        if (key.isConnectable()) {
            member.connected();
        } else if (key.isReadable()) {
            member.receive();
        } else if (key.isWritable()) {
            member.send();
        }
    }

    private void closeAll() {
        members.forEach(Member::close);
        try {
            selector.close();
        } catch (IOException closedAlready) {
            // It is gone in any case.
        }
    }

    @Override
    public void close() {
        stopped = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One connection. All but the making on the thread of the crowd. */
    private final class Member {
        private final SocketChannel channel = SocketChannel.open();
        private final ByteBuffer left = manner.bytes().duplicate();
        private final SelectionKey key;
        private final long begin = System.nanoTime();
        private long due;
        private boolean open;

        Member(InetSocketAddress server) throws IOException {
            try {
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.connect(server);
                key = channel.register(selector, SelectionKey.OP_CONNECT, this);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        }

        void connected() {
            try {
                channel.finishConnect();
            } catch (IOException e) {
                refused.incrementAndGet();
                close();
                return;
            }
            open = true;
            connected.incrementAndGet();
            boolean atOnce = left.hasRemaining() && manner.pauseNanos() == 0;
            key.interestOps((manner.reads() ? SelectionKey.OP_READ : 0) | (atOnce ? SelectionKey.OP_WRITE : 0));
        }

        boolean sends() {
            return open && left.hasRemaining();
        }

        void send() {
            try {
                ByteBuffer piece = left.slice(left.position(), Math.min(left.remaining(), manner.piece()));
                int sent = channel.write(piece);
                bytesSent.addAndGet(sent);
                left.position(left.position() + sent);
                if (!left.hasRemaining()) {
                    key.interestOpsAnd(~SelectionKey.OP_WRITE);
                }
            } catch (IOException e) {
                ended();
            }
        }

        void receive() {
            try {
                scratch.clear();
                int received = channel.read(scratch);
                if (received < 0) {
                    ended();
                } else {
                    bytesReceived.addAndGet(received);
                }
            } catch (IOException e) {
                ended();
            }
        }

        private void ended() {
            if (open) {
                longestLifeNanos.accumulateAndGet(System.nanoTime() - begin, Math::max);
                closedByServer.incrementAndGet();
            }
            close();
        }

        void close() {
            open = false;
            try {
                channel.close();
            } catch (IOException closedAlready) {
                // It is gone in any case.
            }
        }
    }
}
