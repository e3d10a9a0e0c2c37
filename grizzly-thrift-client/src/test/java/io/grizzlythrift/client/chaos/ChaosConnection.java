package io.grizzlythrift.client.chaos;

import io.grizzlythrift.client.testing.scripted.Messages;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TMemoryInputTransport;

/** One connection of a {@link ChaosServer}: one thread reads, another one writes. */
final class ChaosConnection {
    private static final long USUAL_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(4);
    private static final long LONG_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(40);
    private static final long READ_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final int SLOW_READ_BYTES = 8 * 1024;
    private static final int MAX_SINGLE_BYTES = 60;

    /** The average number of requests that a brittle server reads from a connection. */
    private static final int BRITTLE_REQUESTS = 300;

    private final ChaosServer server;
    private final Socket socket;
    private final TProtocolFactory protocol;
    private final boolean brittle;
    private final InputStream in;
    private final Random readRandom;
    private final Random writeRandom;
    private final DelayQueue<Reply> replies = new DelayQueue<>();
    private final AtomicInteger pending = new AtomicInteger();
    private volatile boolean closed;

    /** A framed reply, and the time before which it must not be sent. */
    private static final class Reply implements Delayed {
        private final byte[] frame;
        private final long time;

        Reply(byte[] frame, long delayNanos) {
            this.frame = frame;
            time = System.nanoTime() + delayNanos;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(time - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(time, ((Reply) other).time);
        }
    }

    /** Reads little, and pauses. */
    private static final class SlowStream extends FilterInputStream {
        SlowStream(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            LockSupport.parkNanos(READ_PAUSE_NANOS);
            return super.read(target, offset, Math.min(length, SLOW_READ_BYTES));
        }
    }

    ChaosConnection(ChaosServer server, Socket socket, TProtocolFactory protocol, ChaosServer.Pace pace, int seed)
            throws IOException {
        this.server = server;
        this.socket = socket;
        this.protocol = protocol;
        brittle = pace == ChaosServer.Pace.BRITTLE;
        socket.setTcpNoDelay(true); // keeps the pieces apart
        InputStream raw = socket.getInputStream();
        in = pace == ChaosServer.Pace.SLOW ? new SlowStream(raw) : new BufferedInputStream(raw, 64 * 1024);
        readRandom = new Random(seed);
        writeRandom = new Random(~seed);
    }

    // ---- reading

    void read() {
        try (DataInputStream frames = new DataInputStream(in)) {
            while (!brittle || readRandom.nextInt(BRITTLE_REQUESTS) > 0) {
                byte[] message = new byte[frames.readInt()];
                frames.readFully(message);
                take(message);
            }
            close();
        } catch (IOException e) {
            close(); // the client has closed the connection
        } catch (TException | RuntimeException e) {
            server.failed(e);
            close();
        }
    }

    private void take(byte[] message) throws TException {
        TProtocol request = protocol.getProtocol(new TMemoryInputTransport(message));
        TMessage header = request.readMessageBegin();
        boolean oneway = header.type == TMessageType.ONEWAY;
        request.readStructBegin();
        request.readFieldBegin();
        String text = request.readString();
        server.received(text, oneway, oneway ? 0 : pending.incrementAndGet());
        if (!oneway) {
            byte[] reply = Messages.reply(protocol, header.name, header.seqid, text);
            byte[] frame = ByteBuffer.allocate(Integer.BYTES + reply.length)
                    .putInt(reply.length)
                    .put(reply)
                    .array();
            replies.add(new Reply(frame, delayNanos()));
        }
    }

    private long delayNanos() {
        int kind = readRandom.nextInt(100);
        if (kind < 50) {
            return 0;
        }
        return readRandom.nextLong(kind < 98 ? USUAL_DELAY_NANOS : LONG_DELAY_NANOS);
    }

    // ---- writing

    void write() {
        try (OutputStream out = socket.getOutputStream()) {
            while (!closed) {
                Reply first = replies.poll(1, TimeUnit.SECONDS);
                if (first != null) {
                    write(out, allDue(first));
                }
            }
        } catch (IOException e) {
            close(); // the client has closed the connection
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<Reply> allDue(Reply first) {
        List<Reply> due = new ArrayList<>();
        for (Reply next = first; next != null; next = replies.poll()) {
            due.add(next);
        }
        Collections.shuffle(due, writeRandom);
        return due;
    }

    private void write(OutputStream out, List<Reply> due) throws IOException {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        due.forEach(reply -> joined.writeBytes(reply.frame));
        byte[] bytes = joined.toByteArray();
        pending.addAndGet(-due.size()); // before the client can, so it is never more than the client's count
        int kind = writeRandom.nextInt(100);
        int written = 0;
        if (kind < 5) {
            for (; written < Math.min(bytes.length, MAX_SINGLE_BYTES); written++) {
                out.write(bytes[written]);
            }
        } else if (kind < 35) {
            int piece = 1 + writeRandom.nextInt(2_000);
            for (; bytes.length - written > piece && writeRandom.nextInt(20) > 0; written += piece) {
                out.write(bytes, written, piece);
            }
        }
        out.write(bytes, written, bytes.length - written);
        server.countReplies(due.size());
    }

    void close() {
        closed = true;
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
