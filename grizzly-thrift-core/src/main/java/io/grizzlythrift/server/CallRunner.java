package io.grizzlythrift.server;

import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.frame.FrameOutput;
import io.grizzlythrift.message.MessageProtocol;
import io.grizzlythrift.message.MessageTransport;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * What one thread needs to run calls: a transport, a protocol and an array for replies, all reused call after call.
 *
 * <p>Finished replies are held until {@link #flush()} or until {@value #FLUSH_BYTES} bytes wait. While a handler runs,
 * the held ones are left open to the {@link ReplySweeper}, which sends them if the handler takes long. {@code access}
 * says who may touch them: the thread itself (OWNED), the sweeper if it wants (OPEN), the sweeper right now (SWEEPING),
 * or nobody because the sweeper took all (SWEPT). A thread that runs a handler with nothing held never leaves OWNED.
 */
final class CallRunner {
    static final int FLUSH_BYTES = 64 * 1024;
    static final int RETAINED_BYTES = 4 * 1024 * 1024;

    private static final int OWNED = 0;
    private static final int OPEN = 1;
    private static final int SWEEPING = 2;
    private static final int SWEPT = 3;
    private static final VarHandle ACCESS;

    static {
        try {
            ACCESS = MethodHandles.lookup().findVarHandle(CallRunner.class, "access", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final TProtocolFactory protocolFactory;
    private final ReplySweeper sweeper;
    private final Admission admission;
    private final CallFailures failures;
    private final MessageTransport transport;
    private final Replies replies;
    private final RunningCall running = RunningCall.ofThisThread();
    private MessageProtocol protocol;
    private ServerConnection connection;

    private volatile int access = OWNED;

    /** Admitted calls that have ended and were not reported yet. */
    private int ended;

    /** The time of the last look at the clock, and the tick of the sweeper at that look. */
    private long now;

    private int tick;

    /** Whether the sweeper did not tick for this thread during the last call. */
    private boolean unwatched;

    /**
     * Counts handler runs during which replies are held. Written by this thread before it opens access, read by the
     * sweeper.
     */
    private long opened;

    /** The value of {@link #opened} at the sweeper's last visit. Only for the sweeper. */
    private long seen;

    CallRunner(ServiceConfig service, ReplySweeper sweeper, Admission admission, CallFailures failures) {
        protocolFactory = service.protocol();
        this.sweeper = sweeper;
        this.admission = admission;
        this.failures = failures;
        FrameOutput output = new FrameOutput(RETAINED_BYTES);
        replies = new Replies(output);
        TConfiguration configuration = TConfiguration.custom()
                .setMaxMessageSize(service.maxFrameBytes())
                .setMaxFrameSize(service.maxFrameBytes())
                .build();
        transport = new MessageTransport(configuration, output, this::own);
        protocol = MessageProtocol.create(protocolFactory, transport);
    }

    /** Runs one call, or refuses it. Its reply, if it has one, is held or sent when this returns. Throws nothing. */
    void run(ConnectionBatch batch, int call) {
        own();
        String refusal =
                batch.isAdmitted(call) ? admission.refusalAfter(timeSince(batch.arrival())) : admission.tooMany();
        if (refusal == null) {
            begin(batch, call);
            unwatched = replies.isEmpty();
            openHeldReplies();
            try {
                process();
            } catch (Throwable t) { // a protocol factory that fails, or no memory for an answer
                own();
                transport.dropMessage();
                failures.terminate(connection, "a call could not be run: " + t);
            }
            own();
            // A handler that leaves its thread interrupted would have the next write close the channel.
            Thread.interrupted();
            end(batch, call);
        } else {
            refuse(batch, call, refusal);
        }
        if (replies.output().size() >= FLUSH_BYTES) {
            deliver();
        }
    }

    /**
     * How long ago something was, to within two ticks of the sweeper, which ticks while a call runs behind held replies.
     * So the clock is read only if nothing was held, or if it ticked.
     */
    private long timeSince(long then) {
        int ticks = sweeper.ticks();
        if (unwatched || replies.isEmpty() || ticks != tick) {
            tick = ticks;
            now = System.nanoTime();
        }
        return now - then;
    }

    /** Answers a call with a refusal, without running it. A oneway call is dropped: it cannot be answered. */
    void refuse(ConnectionBatch batch, int call, String reason) {
        own();
        failures.countRefused();
        begin(batch, call);
        try {
            TMessage header = readHeader();
            abandonMessage();
            if (header != null && header.type != TMessageType.ONEWAY) {
                answer(header, new TApplicationException(TApplicationException.INTERNAL_ERROR, "refused: " + reason));
            }
        } catch (Throwable t) {
            transport.dropMessage();
            failures.terminate(connection, "a call could not be refused: " + t);
        }
        end(batch, call);
    }

    private void begin(ConnectionBatch batch, int call) {
        connection = batch.connection();
        FrameBatch frames = batch.frames();
        transport.readFrame(frames.array(call), frames.offset(call), frames.length(call));
    }

    private void end(ConnectionBatch batch, int call) {
        replies.add(connection, batch.numberOf(call));
        if (batch.isAdmitted(call)) {
            ended++;
        }
    }

    /** Hands held replies to their connections. */
    void flush() {
        own();
        if (connection != null) {
            deliver();
            connection = null;
            transport.releaseInput();
        }
    }

    private void deliver() {
        replies.deliver();
        reportEnded();
    }

    private void reportEnded() {
        if (ended > 0) {
            admission.ended(ended);
            ended = 0;
        }
    }

    /** Leaves held replies to the sweeper until the thread is back. */
    void flushLater() {
        openHeldReplies();
    }

    private void process() {
        TMessage header = readHeader();
        if (header == null) {
            return;
        }
        if (header.type != TMessageType.CALL && header.type != TMessageType.ONEWAY) {
            abandonMessage();
            answer(
                    header,
                    new TApplicationException(
                            TApplicationException.INVALID_MESSAGE_TYPE,
                            "message type " + header.type + " is neither CALL (1) nor ONEWAY (4)"));
            return;
        }
        try {
            running.begin(connection);
            try {
                connection.services().process(header, protocol);
            } finally {
                running.end();
            }
            if (header.type == TMessageType.ONEWAY) {
                transport.dropMessage();
            } else {
                transport.endMessage();
            }
        } catch (Throwable t) {
            boolean argumentsRead = protocol.argumentsRead();
            abandonMessage();
            TApplicationException failure = failures.toReply(header, t, argumentsRead);
            if (header.type == TMessageType.CALL) {
                answer(header, failure);
            }
        }
    }

    /** Returns null, and has the connection terminated, if the frame is not a message of this protocol. */
    private TMessage readHeader() {
        try {
            return protocol.readHeader();
        } catch (Throwable t) {
            abandonMessage();
            failures.terminate(connection, "a frame is not a message of this server's protocol: " + t);
            return null;
        }
    }

    private void answer(TMessage header, TApplicationException failure) {
        try {
            TProtocol out = protocol.protocol();
            out.writeMessageBegin(new TMessage(header.name, TMessageType.EXCEPTION, header.seqid));
            failure.write(out);
            out.writeMessageEnd();
            transport.endMessage();
        } catch (TException | RuntimeException e) {
            abandonMessage();
            failures.terminate(connection, "an exception could not be encoded: " + e);
        }
    }

    /** A protocol that stopped half-way through a message keeps state: it is replaced. */
    private void abandonMessage() {
        transport.dropMessage();
        protocol = MessageProtocol.create(protocolFactory, transport);
    }

    private void openHeldReplies() {
        if (!replies.isEmpty()) {
            opened++;
            ACCESS.setRelease(this, OPEN);
            sweeper.watch();
        }
    }

    /**
     * Makes sure that the sweeper does not touch the held replies. Runs before a reply is written and after each call.
     */
    private void own() {
        while (access != OWNED) {
            if (access == SWEPT) {
                ACCESS.setRelease(this, OWNED);
                reportEnded();
            } else if (!ACCESS.compareAndSet(this, OPEN, OWNED)) {
                Thread.onSpinWait();
            }
        }
    }

    /**
     * Called by the sweeper, once a tick: sends the held replies if the same handler runs as a tick ago.
     *
     * @return whether there is something to come back for
     */
    boolean sweep() {
        if (access != OPEN) {
            return false;
        }
        if (!ACCESS.compareAndSet(this, OPEN, SWEEPING)) {
            return true;
        }
        if (opened != seen) {
            seen = opened;
            ACCESS.setRelease(this, OPEN);
            return true;
        }
        Runnable delivery = null;
        try {
            delivery = replies.takeCopies();
        } finally {
            ACCESS.setRelease(this, delivery == null ? OPEN : SWEPT);
        }
        delivery.run();
        return true;
    }
}
