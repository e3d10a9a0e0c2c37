package io.grizzlythrift.scorecard.peer;

import io.grizzlythrift.scorecard.variant.Wire;
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
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLEngine;

/**
 * Thousands of connections on one thread and one selector: idle ones, slow ones, and ones that stop reading. Ends by
 * itself at its time limit, whatever the server does.
 */
public final class Crowd implements AutoCloseable {
    private static final int READ_BYTES = 64 * 1024;

    /**
     * Connects at a time. A TLS handshake takes about 3 ms on this thread, so more would delay noticing closed
     * connections.
     */
    private static final int SOME = 20;

    /** Number of connects that are started before the crowd checks its open connections. */
    private static final int BEGUN_AT_A_TIME = 100;

    /**
     * The behavior of each connection once it is open.
     *
     * @param bytes sent once; empty for idle connections
     * @param piece maximum number of bytes to send at a time
     * @param pauseNanos pause between two pieces; 0 to send as fast as the socket accepts them
     * @param reads whether replies are read
     * @param starting maximum number of connections that connect at a time
     */
    public record Manner(ByteBuffer bytes, int piece, long pauseNanos, boolean reads, int starting) {
        /** Sends nothing, and notices when it is closed. */
        public static Manner idle() {
            return new Manner(ByteBuffer.allocate(0), 1, 0, true, SOME);
        }

        /** Sends one byte after each pause, with the connections spread over time. */
        public static Manner slow(byte[] bytes, Duration pause) {
            return new Manner(ByteBuffer.wrap(bytes), 1, pause.toNanos(), true, SOME);
        }

        /** Sends at once, and notices when it is closed. */
        public static Manner prompt(byte[] bytes) {
            return new Manner(ByteBuffer.wrap(bytes), Integer.MAX_VALUE, 0, true, SOME);
        }

        /** Returns the same manner, with all connections connecting at once. */
        public Manner rush() {
            return new Manner(bytes, piece, pauseNanos, reads, Integer.MAX_VALUE);
        }

        /** Sends as fast as it can, and never reads. It notices that it was closed when it sends. */
        public static Manner deaf(byte[] bytes) {
            return new Manner(ByteBuffer.wrap(bytes), Integer.MAX_VALUE, 0, false, SOME);
        }
    }

    private final InetSocketAddress server;
    private final Wire wire;
    private final int count;
    private final Selector selector;
    private final Manner manner;
    private final long end;
    private final List<Member> members = new ArrayList<>();
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(READ_BYTES);
    private final AtomicInteger connected = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger closedByServer = new AtomicInteger();
    private final AtomicLong bytesSent = new AtomicLong();
    private final AtomicLong bytesReceived = new AtomicLong();
    private final AtomicLong longestLifeNanos = new AtomicLong();
    private final Thread thread = new Thread(this::run, "crowd");
    private volatile boolean stopped;

    /** Number of connections that are neither open nor refused yet. */
    private int starting;

    private Crowd(int port, Wire wire, int count, Manner manner, Duration limit) throws IOException {
        server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.wire = wire;
        this.count = count;
        this.manner = manner;
        selector = Selector.open();
        end = System.nanoTime() + limit.toNanos();
    }

    /** Starts to open the given number of connections. */
    public static Crowd start(int port, Wire wire, int count, Manner manner, Duration limit) throws IOException {
        Crowd crowd = new Crowd(port, wire, count, manner, limit);
        crowd.thread.start();
        return crowd;
    }

    /** {@return the number of connections that were opened, including the TLS handshake if there is one} */
    public int connected() {
        return connected.get();
    }

    /** {@return the number of connects that failed} */
    public int refused() {
        return refused.get();
    }

    /** {@return the number of connections that received anything} */
    public int answered() {
        return answered.get();
    }

    public int closedByServer() {
        return closedByServer.get();
    }

    public long bytesSent() {
        return bytesSent.get();
    }

    long bytesReceived() {
        return bytesReceived.get();
    }

    /**
     * Returns the longest life of the connections that the server closed: from their first byte, or from the connect if
     * they sent none, to their end.
     */
    public Duration longestLife() {
        return Duration.ofNanos(longestLifeNanos.get());
    }

    private void run() {
        try {
            while (!stopped && System.nanoTime() - end < 0) {
                beginSome();
                long wait = manner.pauseNanos() == 0 ? TimeUnit.SECONDS.toMillis(1) : sendDue();
                if (mayBegin()) {
                    selector.selectNow(this::dispatch);
                } else {
                    selector.select(this::dispatch, Math.max(1, wait));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the crowd failed", e);
        } finally {
            closeAll();
        }
    }

    private boolean mayBegin() {
        return members.size() < count && starting < manner.starting();
    }

    private void beginSome() throws IOException {
        for (int i = 0; i < BEGUN_AT_A_TIME && mayBegin(); i++) {
            starting++;
            members.add(new Member(members.size()));
        }
    }

    /** Sends the bytes of slow connections that are due. Returns the milliseconds until more are due. */
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
        } else if (!member.open) {
            member.shakeHands();
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
        leave();
    }

    /** Closes all connections of the crowd. */
    public void leave() {
        stopped = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One connection. Except for its creation, it runs on the thread of the crowd. */
    private final class Member {
        private final SocketChannel channel = SocketChannel.open();
        private final ByteBuffer left = manner.bytes().duplicate();
        private final SelectionKey key;
        private final int number;
        private Optional<TlsChannel> tls = Optional.empty();
        private long begin = System.nanoTime();
        private long due;
        private boolean open;
        private boolean received;

        Member(int number) throws IOException {
            this.number = number;
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
                Optional<SSLEngine> engine = wire.engine();
                if (engine.isPresent()) {
                    tls = Optional.of(new TlsChannel(channel, engine.get()));
                    key.interestOps(SelectionKey.OP_READ);
                }
            } catch (IOException e) {
                refuse();
                return;
            }
            shakeHands();
        }

        void shakeHands() {
            try {
                if (tls.isPresent() && !tls.get().handshake()) {
                    return;
                }
            } catch (IOException e) {
                refuse();
                return;
            }
            open = true;
            starting--;
            connected.incrementAndGet();
            due = System.nanoTime() + manner.pauseNanos() / count * number;
            boolean atOnce = left.hasRemaining() && manner.pauseNanos() == 0;
            key.interestOps((manner.reads() ? SelectionKey.OP_READ : 0) | (atOnce ? SelectionKey.OP_WRITE : 0));
        }

        private void refuse() {
            starting--;
            refused.incrementAndGet();
            close();
        }

        boolean sends() {
            return open && left.hasRemaining();
        }

        void send() {
            try {
                ByteBuffer piece = left.slice(left.position(), Math.min(left.remaining(), manner.piece()));
                if (left.position() == 0) {
                    begin = System.nanoTime();
                }
                int sent = tls.isPresent() ? tls.get().write(piece) : channel.write(piece);
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
                int bytes = tls.isPresent() ? tls.get().skip() : channel.read(scratch.clear());
                if (bytes < 0) {
                    ended();
                } else if (bytes > 0) {
                    bytesReceived.addAndGet(bytes);
                    if (!received) {
                        received = true;
                        answered.incrementAndGet();
                    }
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
