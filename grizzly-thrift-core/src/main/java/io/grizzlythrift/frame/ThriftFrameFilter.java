package io.grizzlythrift.frame;

import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryBudget;
import io.grizzlythrift.memory.MemoryOwner;
import io.grizzlythrift.selector.EarlyInitialization;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Objects;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns each read into one {@link FrameBatch} of all frames that it completed. The chain is entered once per read, not
 * once per frame.
 *
 * <p>It stands above the TransportFilter (or an SSLFilter) and takes {@link Buffer} messages. A read that completes no
 * frame ends here. A length that is not 1 to {@link #maxFrameBytes()} terminates the connection, is counted, and is
 * logged in one line, at most once a second; frames before it in the same read are given up with it. Writing passes
 * through: what is written from above must already be framed.
 *
 * <p>One filter serves any number of connections. It runs on the thread that reads the connection.
 */
public final class ThriftFrameFilter extends BaseFilter {
    /** The default of the largest frame, as in all of Thrift's libraries: {@value} bytes. */
    public static final int DEFAULT_MAX_FRAME_BYTES = 16_384_000;

    private static final Logger LOG = LoggerFactory.getLogger(ThriftFrameFilter.class);

    private static final Attribute<FrameAssembler> ASSEMBLER =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(ThriftFrameFilter.class.getName());

    private final LongAdder rejectedFrames = new LongAdder();
    private final LogLimiter terminationLog = new LogLimiter(System::nanoTime);
    private final int maxFrameBytes;
    private final MemoryBudget memory;
    private final LongSupplier clock;

    /** Accepts frames of up to {@link #DEFAULT_MAX_FRAME_BYTES} bytes. */
    public ThriftFrameFilter() {
        this(DEFAULT_MAX_FRAME_BYTES);
    }

    /**
     * Accepts frames of up to the given size. Connections may hold a quarter of the largest heap together.
     *
     * @param maxFrameBytes the largest frame in bytes without its length, at least 1
     * @throws IllegalArgumentException if {@code maxFrameBytes} is less than 1
     */
    public ThriftFrameFilter(int maxFrameBytes) {
        this(maxFrameBytes, new MemoryBudget(MemoryBudget.defaultBytes()));
    }

    /**
     * Accepts frames of up to the given size, as long as connections hold no more memory than is allowed.
     *
     * @param maxFrameBytes the largest frame in bytes without its length, at least 1
     * @param memory a bound, which several filters may share. The filter above charges to it what becomes of the frames
     * @throws IllegalArgumentException if {@code maxFrameBytes} is less than 1
     */
    public ThriftFrameFilter(int maxFrameBytes, MemoryBudget memory) {
        this(maxFrameBytes, memory, System::nanoTime);
    }

    ThriftFrameFilter(int maxFrameBytes, MemoryBudget memory, LongSupplier clock) {
        if (maxFrameBytes < 1) {
            throw new IllegalArgumentException("maxFrameBytes is " + maxFrameBytes + ", must be at least 1");
        }
        EarlyInitialization.of(FrameAssembler.class, LargeFrameReader.class);
        this.maxFrameBytes = maxFrameBytes;
        this.memory = Objects.requireNonNull(memory, "memory");
        this.clock = clock;
    }

    /**
     * The largest frame that is accepted.
     *
     * @return bytes, without the 4 bytes of the length
     */
    public int maxFrameBytes() {
        return maxFrameBytes;
    }

    /**
     * How many connections were terminated because of a bad frame length.
     *
     * @return a count since this filter was made
     */
    public long rejectedFrames() {
        return rejectedFrames.sum();
    }

    /**
     * The bound of what connections may hold.
     *
     * @return the bound, with what they hold now
     */
    public MemoryBudget memory() {
        return memory;
    }

    /**
     * What a connection holds. This filter charges started frames and closes the account; whole frames and replies are
     * charged by the filter above.
     *
     * @param connection a connection of this filter
     * @return its account
     */
    public MemoryAccount memoryOf(Connection<?> connection) {
        return assemblerOf(connection).memory();
    }

    /**
     * Lets one line a second through about connections that are terminated for what their peers sent. For whoever finds
     * that out above this filter.
     *
     * @return a limiter
     */
    @SuppressWarnings("exports") // for the filters of this module
    public LogLimiter terminationLog() {
        return terminationLog;
    }

    /**
     * Which frame of a connection has begun and has not arrived whole. Whoever sees the same number for too long may
     * end the connection.
     *
     * @param connection a connection of this filter
     * @return a number that grows from frame to frame, or 0 if there is none; may be called by any thread
     */
    public long incompleteFrame(Connection<?> connection) {
        FrameAssembler assembler = ASSEMBLER.get(connection);
        return assembler == null ? 0 : assembler.incompleteFrame();
    }

    /**
     * When the frame began that {@link #incompleteFrame} says, to be asked after that.
     *
     * @param connection a connection of this filter
     * @return as {@link System#nanoTime()}; meaningless if there is no such frame
     */
    public long incompleteSince(Connection<?> connection) {
        FrameAssembler assembler = ASSEMBLER.get(connection);
        return assembler == null ? 0 : assembler.incompleteSince();
    }

    @Override
    public NextAction handleRead(FilterChainContext context) throws IOException {
        Connection<?> connection = context.getConnection();
        FrameAssembler assembler = assemblerOf(connection);
        FrameBatch batch;
        try {
            batch = take(assembler, context.getMessage());
            if (batch == null
                    && assembler.missingBytes() >= LargeFrameReader.WORTHWHILE_BYTES
                    && isDirectlyAboveTransport(context.getFilterChain())) {
                batch = LargeFrameReader.readOn((SocketChannel) ((NIOConnection) connection).getChannel(), assembler);
            }
        } catch (FrameException e) {
            if (assembler.memory().isOpen()) {
                reject(connection, e);
            } else { // its memory was taken, and the holder told
                connection.terminateWithReason(e);
            }
            return context.getStopAction();
        } catch (Throwable t) { // no memory: what was read is lost, so what follows is no frame
            connection.terminateSilently();
            throw t;
        }
        if (batch == null) {
            if (!assembler.memory().mayKeepReading()) {
                assembler.memory().pauseReading();
            }
            return context.getStopAction();
        }
        context.setMessage(batch);
        return context.getInvokeAction();
    }

    @Override
    public NextAction handleClose(FilterChainContext context) {
        FrameAssembler assembler = ASSEMBLER.get(context.getConnection());
        if (assembler != null) {
            assembler.memory().close();
        }
        return context.getInvokeAction();
    }

    private boolean isDirectlyAboveTransport(FilterChain chain) {
        return chain.indexOf(this) == 1 && chain.get(0) instanceof TransportFilter;
    }

    /** A buffer with an array is not disposed of before its batch: the array now belongs to that. */
    private static FrameBatch take(FrameAssembler assembler, Buffer buffer) throws FrameException {
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
        if (batch == null || !batch.isInRead()) { // all of it was copied
            read.dispose();
        } else {
            batch.takenFrom(read);
        }
    }

    private FrameAssembler assemblerOf(Connection<?> connection) {
        FrameAssembler assembler = ASSEMBLER.get(connection);
        if (assembler == null) {
            assembler = new FrameAssembler(maxFrameBytes, memory.open(), clock);
            assembler.memory().setOwner(new Terminator(connection));
            ASSEMBLER.set(connection, assembler);
            if (!connection.isOpen()) { // closed by another thread, perhaps before it was set
                assembler.memory().close();
            }
        }
        return assembler;
    }

    private void reject(Connection<?> connection, FrameException cause) {
        rejectedFrames.increment();
        terminationLog.log(suppressed -> LOG.warn(
                "closed {}: {}{}", connection.getPeerAddress(), cause.getMessage(), LogLimiter.suffix(suppressed)));
        connection.terminateWithReason(cause);
    }

    /** Stands for a connection as long as no filter above does. */
    private final class Terminator implements MemoryOwner {
        private final Connection<?> connection;

        Terminator(Connection<?> connection) {
            this.connection = connection;
        }

        @Override
        public void pauseReading(String reason) {
            // nobody would have it read again
        }

        @Override
        public void terminateForMemory(String reason) {
            terminationLog.log(suppressed ->
                    LOG.warn("closed {}: {}{}", connection.getPeerAddress(), reason, LogLimiter.suffix(suppressed)));
            connection.terminateWithReason(FrameException.ofMemory(reason));
        }
    }
}
