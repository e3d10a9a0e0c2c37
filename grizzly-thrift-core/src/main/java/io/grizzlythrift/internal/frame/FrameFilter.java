package io.grizzlythrift.internal.frame;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.internal.header.Codecs;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.internal.memory.MemoryOwner;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.strategy.internal.threads.EarlyInitialization;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.utils.Exceptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Grizzly filter that turns each read into one {@link FrameBatch} of all frames that the read completed. The filters
 * above run once per read, not once per frame.
 *
 * <p>Place it above the TransportFilter or an SSLFilter; it handles {@link Buffer} messages. A read that completes no
 * frame ends at this filter. The connection is terminated on a length outside 1 to {@link #maxFrameBytes()}, an
 * unframed message that is malformed or longer, a malformed header, or a dialect that is not accepted. Frames before
 * that point in the same read are lost. Such terminations are counted, and logged at most once per second. Writes pass
 * through unchanged: the filters above must write each reply in the {@linkplain FrameBatch#format format} of its call.
 *
 * <p>One filter handles any number of connections. It runs on the thread that reads the connection.
 */
public final class FrameFilter extends BaseFilter {
    /** Enough for the header of a frame and of its message, unless they are unusually long. */
    private static final int OVERSIZED_BYTES = 64 * 1024;

    private static final Set<Dialect> FRAMED_ONLY = Set.of(Dialect.FRAMED);

    /** The first bytes of TLS, as the length of a frame. */
    private static final int MIN_TLS_LENGTH = 0x1603_0000;

    private static final Logger LOG = LoggerFactory.getLogger(FrameFilter.class);

    private static final Attribute<MessageAssembler> ASSEMBLER =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(FrameFilter.class.getName());

    private final LongAdder rejectedFrames = new LongAdder();
    private final LogLimiter terminationLog = new LogLimiter(System::nanoTime);
    private final int maxFrameBytes;
    private final int maxHttpHeadBytes;
    private final MemoryBudget memory;
    private final Set<Dialect> dialects;

    /** The format of all connections; empty if the first bytes of each determine it. */
    private final Optional<WireFormat> format;

    private final LongSupplier clock;

    /**
     * Creates a filter with a limit on the frame length, a memory budget, the dialects of its connections and a limit on
     * the head of an HTTP request.
     *
     * @param maxFrameBytes the largest frame in bytes without its prefix, or the largest unframed message; at least 1
     * @param memory the budget, which several filters may share
     * @param dialects one or more of {@link Dialect#supported()}, and {@link Dialect#HTTP} if the filter above is a
     *     {@code ThriftServerFilter}; a connection in another dialect is terminated
     * @param maxHttpHeadBytes the largest request line with all headers, in bytes, at least 1; a larger one gets a
     *     response with status 431
     * @throws IllegalArgumentException if a limit is less than 1, or there is no dialect, or one that is not supported
     */
    public FrameFilter(int maxFrameBytes, MemoryBudget memory, Set<Dialect> dialects, int maxHttpHeadBytes) {
        this(maxFrameBytes, memory, dialects, Optional.empty(), maxHttpHeadBytes, System::nanoTime);
    }

    FrameFilter(int maxFrameBytes, MemoryBudget memory, Set<Dialect> dialects, LongSupplier clock) {
        this(maxFrameBytes, memory, dialects, Optional.empty(), ServerLimits.DEFAULT_MAX_HTTP_HEAD_BYTES, clock);
    }

    private FrameFilter(
            int maxFrameBytes,
            MemoryBudget memory,
            Set<Dialect> dialects,
            Optional<WireFormat> format,
            int maxHttpHeadBytes,
            LongSupplier clock) {
        if (maxFrameBytes < 1) {
            throw new IllegalArgumentException("maxFrameBytes is " + maxFrameBytes + ", must be at least 1");
        }
        if (maxHttpHeadBytes < 1) {
            throw new IllegalArgumentException("maxHttpHeadBytes is " + maxHttpHeadBytes + ", must be at least 1");
        }
        this.dialects = requireAcceptable(dialects);
        EarlyInitialization.of(
                Codecs.class,
                DialectDetector.class,
                DialectSwitch.class,
                FrameAssembler.class,
                FrameHeader.class,
                HeadParser.class,
                HeaderParser.class,
                HttpAssembler.class,
                LargeArrayPool.class,
                LargeFrameReader.class,
                Transform.class,
                UnframedAssembler.class);
        this.maxFrameBytes = maxFrameBytes;
        this.maxHttpHeadBytes = maxHttpHeadBytes;
        this.memory = Objects.requireNonNull(memory, "memory");
        this.format = format;
        this.clock = clock;
    }

    /**
     * Creates a filter for connections whose peers send a single format, such as those of a client. Of a frame that is
     * too large, it returns the beginning, marked as such ({@link FrameBatch#oversizedBytes}), and skips the rest. An
     * unframed message does not state its length: one that is too large terminates the connection.
     *
     * @param maxFrameBytes the largest frame in bytes without its prefix, or the largest unframed message; at least 1
     * @param memory the budget, which several filters may share
     * @param format the format of all messages; a connection on which anything else arrives is terminated
     * @return the filter
     * @throws IllegalArgumentException if {@code maxFrameBytes} is less than 1
     */
    public static FrameFilter ofFormat(int maxFrameBytes, MemoryBudget memory, WireFormat format) {
        return new FrameFilter(
                maxFrameBytes,
                memory,
                Set.of(format.dialect()),
                Optional.of(format),
                ServerLimits.DEFAULT_MAX_HTTP_HEAD_BYTES,
                System::nanoTime);
    }

    /** {@return whether connections may use HTTP} */
    public boolean acceptsHttp() {
        return dialects.contains(Dialect.HTTP);
    }

    /** {@return whether connections may be unframed} */
    public boolean acceptsUnframed() {
        return dialects.contains(Dialect.UNFRAMED);
    }

    /** {@return the largest accepted frame in bytes, without the 4 bytes of its prefix} */
    public int maxFrameBytes() {
        return maxFrameBytes;
    }

    /**
     * {@return the number of connections that this filter has terminated because of bytes that are not a frame or
     * message}
     */
    public long rejectedFrames() {
        return rejectedFrames.sum();
    }

    /** {@return the memory budget of all connections, which knows its current use} */
    public MemoryBudget memory() {
        return memory;
    }

    /**
     * Returns the memory account of a connection. This filter charges partial frames and closes the account; the filter
     * above charges complete frames and replies.
     *
     * @param connection a connection of this filter
     * @return its account
     */
    public MemoryAccount memoryOf(Connection<?> connection) {
        return assemblerOf(connection).memory();
    }

    /**
     * Returns the limiter of log lines about connections that are terminated because of the bytes that their peers
     * sent. Filters above use it for their own terminations.
     *
     * @return a limiter of one line per second
     */
    @SuppressWarnings("exports") // for the filters of this module
    public LogLimiter terminationLog() {
        return terminationLog;
    }

    /**
     * Returns the number of a connection's partial frame: one that has begun and is incomplete. A caller that sees the
     * same number for too long may terminate the connection. May be called by any thread.
     *
     * @param connection a connection of this filter
     * @return a number that increases from frame to frame, or 0 if there is no partial frame
     */
    public long incompleteFrame(Connection<?> connection) {
        MessageAssembler assembler = ASSEMBLER.get(connection);
        return assembler == null ? 0 : assembler.incompleteNumber();
    }

    /**
     * Returns when the frame of {@link #incompleteFrame} began. Call it after that method; may be called by any thread.
     *
     * @param connection a connection of this filter
     * @return a value of {@link System#nanoTime()}; meaningless if there is no partial frame
     */
    public long incompleteSince(Connection<?> connection) {
        MessageAssembler assembler = ASSEMBLER.get(connection);
        return assembler == null ? 0 : assembler.incompleteSince();
    }

    @Override
    public NextAction handleRead(FilterChainContext context) throws IOException {
        boolean plain = isDirectlyAboveTransport(context.getFilterChain());
        FrameBatch batch = read(context.getConnection(), context.getMessage(), plain);
        if (batch == null) {
            return context.getStopAction();
        }
        context.setMessage(batch);
        return context.getInvokeAction();
    }

    /**
     * Cuts the bytes of a read into frames. Terminates the connection if they cannot be frames. For strategies that read
     * outside of a chain.
     *
     * @param connection a connection of this filter
     * @param bytes what was read; belongs to the frames from now on
     * @param plain whether the bytes are those of the channel, so that the rest of a large frame may be read from there
     * @return the complete frames; null if there are none, or the connection was terminated
     * @throws IOException if reading from the channel fails; the connection is terminated
     */
    public FrameBatch read(Connection<?> connection, Buffer bytes, boolean plain) throws IOException {
        MessageAssembler assembler = null;
        FrameBatch batch;
        try {
            assembler = assemblerOf(connection);
            batch = take(assembler, bytes);
            if (batch == null && plain && assembler.missingBytes() >= LargeFrameReader.WORTHWHILE_BYTES) {
                batch = LargeFrameReader.readMore((SocketChannel) ((NIOConnection) connection).getChannel(), assembler);
            }
        } catch (FrameException e) {
            if (assembler.memory().isOpen()) {
                reject(connection, e);
            } else { // terminated to free its memory, which its owner has reported, or closed by another thread
                connection.terminateWithReason(e);
            }
            return null;
        } catch (Throwable t) { // for example, out of memory: these bytes are lost, so the next ones would be misread
            terminate(connection, t);
            throw t;
        }
        if (batch == null && !assembler.memory().mayKeepReading()) {
            assembler.memory().pauseReading();
        }
        return batch;
    }

    @Override
    public NextAction handleClose(FilterChainContext context) {
        closed(context.getConnection());
        return context.getInvokeAction();
    }

    /**
     * Frees the memory of a connection that has closed. For chains to which Grizzly does not pass that event.
     *
     * @param connection a connection of this filter, closed
     */
    public void closed(Connection<?> connection) {
        MessageAssembler assembler = ASSEMBLER.get(connection);
        if (assembler != null) {
            close(connection, assembler);
        }
    }

    /** Checks that this filter can accept the dialects: any that are supported, and HTTP. Returns a copy. */
    private static Set<Dialect> requireAcceptable(Set<Dialect> dialects) {
        if (!dialects.contains(Dialect.HTTP)) {
            return Dialect.requireSupported(dialects);
        }
        return Dialect.withHttp(Dialect.requireSupported(
                dialects.stream().filter(dialect -> dialect != Dialect.HTTP).toList()));
    }

    private static void close(Connection<?> connection, MessageAssembler assembler) {
        assembler.memory().close();
        if (assembler.incompleteNumber() == 0) { // holds no bytes, and those that were read begin a message
            return;
        }
        try {
            ASSEMBLER.set(connection, new ClosedAssembler(assembler));
        } catch (OutOfMemoryError e) {
            LOG.debug("{} keeps its partial message until it is forgotten", connection, e);
        }
    }

    private boolean isDirectlyAboveTransport(FilterChain chain) {
        return chain.size() > 1 && chain.get(1) == this && chain.get(0) instanceof TransportFilter;
    }

    /**
     * Passes the bytes of a read to the assembler. A buffer's array then belongs to the batch and is released with it.
     */
    private static FrameBatch take(MessageAssembler assembler, Buffer buffer) throws FrameException {
        if (buffer.hasArray() && !buffer.isComposite()) {
            int from = buffer.arrayOffset() + buffer.position();
            FrameBatch batch = assembler.take(buffer.array(), from, from + buffer.remaining());
            if (buffer instanceof PooledReadBuffer read) {
                releaseWith(batch, read);
            }
            return batch;
        }
        byte[] copy = new byte[buffer.remaining()];
        buffer.get(copy);
        buffer.tryDispose();
        return assembler.take(copy, 0, copy.length);
    }

    private static void releaseWith(FrameBatch batch, PooledReadBuffer read) {
        if (batch == null || !batch.isInRead()) { // all bytes were copied
            read.dispose();
        } else {
            batch.setReadBuffer(read);
        }
    }

    private MessageAssembler assemblerOf(Connection<?> connection) {
        MessageAssembler assembler = ASSEMBLER.get(connection);
        if (assembler == null) {
            assembler = newAssembler(connection);
            assembler.memory().setOwner(new Terminator(connection));
            setAssembler(connection, assembler);
        }
        return assembler;
    }

    /**
     * Expects only frames of a layer below from now on, each of which is known to be one unframed message. The replies to them
     * are frames of that layer, too. Called by the thread that reads, before it has passed any bytes of this connection.
     *
     * @param connection a connection of this filter
     */
    public void expectLayerFrames(Connection<?> connection) {
        setAssembler(connection, FrameAssembler.ofLayer(maxFrameBytes, memoryOf(connection), clock));
    }

    private static void setAssembler(Connection<?> connection, MessageAssembler assembler) {
        ASSEMBLER.set(connection, assembler);
        // facts.md#closed-comes-on-any-thread
        if (!connection.isOpen()) { // closed by another thread, perhaps before the attribute was set
            close(connection, assembler);
        }
    }

    private MessageAssembler newAssembler(Connection<?> connection) {
        MemoryAccount account = memory.open();
        if (format.isPresent()) {
            return format.get().isFramed()
                    ? new FrameAssembler(maxFrameBytes, OVERSIZED_BYTES, dialects, account, clock)
                    : new UnframedAssembler(maxFrameBytes, dialects, account, clock);
        }
        return dialects.equals(FRAMED_ONLY) && maxFrameBytes < MIN_TLS_LENGTH
                ? new FrameAssembler(maxFrameBytes, dialects, account, clock)
                : new DialectDetector(
                        maxFrameBytes,
                        maxHttpHeadBytes,
                        dialects,
                        account,
                        clock,
                        found -> setAssembler(connection, found));
    }

    private static void terminate(Connection<?> connection, Throwable cause) {
        try {
            connection.terminateWithReason(Exceptions.makeIOException(cause));
        } catch (Throwable t) { // no memory is left for a reason
            connection.terminateSilently();
        }
    }

    private void reject(Connection<?> connection, FrameException cause) {
        if (connection.isOpen()) { // otherwise a shared limit was reached meanwhile, and is already counted
            rejectedFrames.increment();
            terminationLog.log(suppressed -> LOG.warn(
                    "closed {}: {}{}",
                    connection.getPeerAddress(),
                    cause.getMessage() + (cause.isHttp() ? httpHint() : ""),
                    LogLimiter.suffix(suppressed)));
        }
        connection.terminateWithReason(cause);
    }

    private String httpHint() {
        return dialects.contains(Dialect.HTTP)
                ? "; a connection cannot change to HTTP"
                : "; the option http of the server turns it on";
    }

    /** The owner of a connection's memory account until a filter above sets another one. */
    private final class Terminator implements MemoryOwner {
        private final Connection<?> connection;

        Terminator(Connection<?> connection) {
            this.connection = connection;
        }

        @Override
        public void pauseReading(String reason) {
            // no one would resume reading
        }

        @Override
        public void terminateForMemory(String reason) {
            terminationLog.log(suppressed ->
                    LOG.warn("closed {}: {}{}", connection.getPeerAddress(), reason, LogLimiter.suffix(suppressed)));
            connection.terminateWithReason(FrameException.ofMemory(reason));
        }
    }
}
