package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.internal.connection.ConnectionSecurity;
import io.grizzlythrift.internal.connection.ServerConnection;
import io.grizzlythrift.internal.frame.FormatGuess;
import io.grizzlythrift.internal.frame.FrameFilter;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.reply.ReplyWriter;
import io.grizzlythrift.limits.LimitType;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * The state of one connection of a server with SASL: whether it negotiates, then what its frames become. The thread that reads
 * the connection changes it; fields that others read are volatile.
 */
public final class SaslConnection implements ConnectionSecurity, Negotiator.Result {
    private enum Phase {
        /** Too few bytes have arrived to tell whether it negotiates. */
        DETECTING,
        /** The {@link Negotiator} takes the bytes of reads. */
        NEGOTIATING,
        /** Frames are unwrapped. */
        AUTHENTICATED,
        /** It has not begun with SASL, and is served as without it. */
        PASSED,
        /** It closes. */
        REFUSED
    }

    private final SaslNegotiations all;
    private final NIOConnection connection;
    private final ReplyWriter raw;
    private final SaslReplyWriter writer;
    private final MemoryAccount memory;
    private final boolean tls;
    private final FrameFilter above;
    private volatile Phase phase = Phase.DETECTING;
    private volatile boolean pending;
    private volatile long pendingSince = System.nanoTime();
    private volatile long incompleteFrame;
    private volatile long incompleteSince;

    /** Null before it begins and once the client has authenticated. */
    private volatile Negotiator negotiator;

    /** Null until the client has authenticated. */
    private volatile SaslExchange authenticated;

    // Used by the thread that reads alone; null while there is no use for them.
    private ServerConnection owner;
    private StartDetector start;
    private IncomingFrames frames;

    /**
     * @param tls whether there is TLS below
     * @param above takes what is in the frames
     */
    SaslConnection(
            SaslNegotiations all,
            NIOConnection connection,
            ReplyWriter raw,
            MemoryAccount memory,
            boolean tls,
            FrameFilter above) {
        this.all = all;
        this.connection = connection;
        this.raw = raw;
        this.memory = memory;
        this.tls = tls;
        this.above = above;
        writer = new SaslReplyWriter(raw);
        pending = all.config().required();
    }

    /** {@return writes the replies of this connection} */
    public ReplyWriter writer() {
        return writer;
    }

    /** Sets the connection that this belongs to, before its first read. */
    public void attach(ServerConnection opened) {
        owner = opened;
        opened.secure(this);
    }

    /** {@return whether reads need no change, now and later} */
    boolean isPassed() {
        return phase == Phase.PASSED;
    }

    /**
     * Takes a read, and returns the messages that it brought, or null if there are none. Never throws because of what the
     * client has sent. Called by the thread that reads.
     */
    Buffer read(Buffer read) {
        Phase now = phase;
        if (now == Phase.PASSED || (now == Phase.DETECTING && start == null && isOther(read))) {
            return read;
        }
        if (now == Phase.REFUSED) {
            read.tryDispose();
            return null;
        }
        Buffer bytes = withArray(read);
        return now == Phase.AUTHENTICATED ? unwrap(bytes) : negotiate(bytes);
    }

    /** Whether a connection begins with a byte that is not of SASL, and may. */
    private boolean isOther(Buffer read) {
        if (StartDetector.mayBegin(read.get(read.position())) || all.config().required()) {
            return false;
        }
        phase = Phase.PASSED;
        return true;
    }

    private Buffer withArray(Buffer read) {
        if (read.hasArray() && !read.isComposite()) {
            return read;
        }
        byte[] copy = new byte[read.remaining()];
        read.get(copy);
        read.tryDispose();
        return wrap(copy);
    }

    private Buffer wrap(byte[] bytes) {
        return Buffers.wrap(connection.getMemoryManager(), bytes);
    }

    private Buffer unwrap(Buffer read) {
        try {
            Buffer messages = frames.take(read);
            trackIncomplete(frames.incompleteFrame());
            return messages;
        } catch (IOException | RuntimeException e) { // of a provider
            if (memory.isOpen()) {
                owner.terminate(LimitType.MAX_FRAME_BYTES, SaslNegotiations.clean("SASL: " + e.getMessage()));
            }
            return null;
        }
    }

    private void trackIncomplete(long number) {
        long numbered = number == 0 ? 0 : FIRST_NUMBER + number;
        if (numbered != incompleteFrame) {
            incompleteSince = System.nanoTime();
            incompleteFrame = numbered;
        }
    }

    private Buffer negotiate(Buffer read) {
        byte[] array = read.array();
        int position = read.arrayOffset() + read.position();
        int to = position + read.remaining();
        if (phase == Phase.DETECTING) {
            if (start == null) {
                start = new StartDetector();
                beginPending();
            }
            switch (start.take(array, position, to)) {
                case MORE -> position = to;
                case START -> {
                    position += start.taken();
                    begin(start.mechanism());
                }
                default -> {
                    return passOrRefuse(read);
                }
            }
        }
        if (phase == Phase.NEGOTIATING) {
            negotiator.read(array, position, to);
        }
        read.tryDispose();
        return null;
    }

    private void beginPending() {
        if (!pending) {
            pendingSince = System.nanoTime();
            pending = true;
        }
    }

    /** Handles a connection whose first bytes are not of SASL. Returns all of them. */
    private Buffer passOrRefuse(Buffer read) {
        byte[] earlier = start.earlier();
        start = null;
        Buffer bytes = read;
        if (earlier.length > 0) {
            byte[] joined = Arrays.copyOf(earlier, earlier.length + read.remaining());
            read.get(joined, earlier.length, read.remaining());
            read.tryDispose();
            bytes = wrap(joined);
        }
        if (!all.config().required()) {
            pending = false;
            phase = Phase.PASSED;
            return bytes;
        }
        byte[] first = new byte[Math.min(FormatGuess.FIRST_BYTES, bytes.remaining())];
        bytes.get(first);
        bytes.tryDispose();
        refused();
        String seen =
                FormatGuess.ofFirstBytes(first).map(FormatGuess::unframedWords).orElse("bytes of no known format");
        owner.terminate(LimitType.SASL_REQUIRED, "SASL is required, and it begins with " + seen);
        return null;
    }

    private void begin(String mechanism) {
        start = null;
        phase = Phase.NEGOTIATING;
        Negotiator begun = new Negotiator(all, connection, raw, memory, owner, this);
        negotiator = begun;
        begun.begin(mechanism, tls);
    }

    @Override
    public void authenticated(SaslExchange exchange, Optional<SaslExchange.Protection> protection) {
        int max = above.maxFrameBytes();
        frames = protection.isPresent()
                ? new WrappedFrames(protection.get(), max, connection.getMemoryManager(), memory)
                : new UnprotectedFrames(max, this::takeMessages, missing -> new PlainFrames(max, missing));
        authenticated = exchange;
        negotiator = null;
        writer.begin(protection);
        phase = Phase.AUTHENTICATED;
        pending = false;
        if (!connection.isOpen()) { // closed by another thread, perhaps before the field was set
            closed();
        }
    }

    /** The client sends unframed messages: they and their replies are the frames. */
    private IncomingFrames takeMessages(int missing) {
        if (!above.acceptsUnframed()) {
            return new PlainFrames(above.maxFrameBytes(), missing);
        }
        above.expectLayerFrames(connection);
        writer.passFrames();
        return new MessageFrames(above.maxFrameBytes(), missing, connection.getMemoryManager(), memory);
    }

    @Override
    public void refused() {
        phase = Phase.REFUSED;
        pending = false;
    }

    @Override
    public boolean isPending() {
        return pending;
    }

    @Override
    public long pendingSince() {
        return pendingSince;
    }

    @Override
    public Duration timeout() {
        return all.config().negotiationTimeout();
    }

    @Override
    public void restart(long now) {
        pendingSince = now;
    }

    @Override
    public long incompleteFrame() {
        return incompleteFrame;
    }

    @Override
    public long incompleteSince() {
        return incompleteSince;
    }

    @Override
    public void closed() {
        Negotiator negotiating = negotiator;
        if (negotiating != null) {
            negotiating.end();
        }
        SaslExchange exchange = authenticated;
        if (exchange != null) {
            exchange.dispose();
        }
    }
}
