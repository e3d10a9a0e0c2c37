package io.grizzlythrift.server;

import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.message.MessageProtocol;
import io.grizzlythrift.message.MessageTransport;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * What one thread needs to run calls: a transport, a protocol and an array for replies, all reused call after call.
 * Finished replies are held until {@link #flush()} or until {@value #FLUSH_BYTES} bytes wait.
 */
final class CallRunner {
    static final int FLUSH_BYTES = 64 * 1024;

    private final TProtocolFactory protocolFactory;
    private final Admission admission;
    private final CallFailures failures;
    private final HeldReplies held;
    private final MessageTransport transport;
    private final RunningCall running = RunningCall.ofThisThread();
    private MessageProtocol protocol;
    private CallSource connection;

    CallRunner(ServiceConfig service, HeldReplies held, Admission admission, CallFailures failures) {
        protocolFactory = service.protocol();
        this.admission = admission;
        this.failures = failures;
        this.held = held;
        TConfiguration configuration = TConfiguration.custom()
                .setMaxMessageSize(service.maxFrameBytes())
                .setMaxFrameSize(service.maxFrameBytes())
                .build();
        transport = new MessageTransport(configuration, held.output(), held::own);
        protocol = MessageProtocol.create(protocolFactory, transport);
    }

    /** Runs one call, or refuses it. Its reply, if it has one, is held or sent when this returns. Throws nothing. */
    void run(ConnectionBatch batch, int call) {
        held.own();
        String refusal =
                batch.isAdmitted(call) ? admission.refusalAfter(held.timeSince(batch.arrival())) : admission.tooMany();
        if (refusal == null) {
            begin(batch, call);
            held.beginCall();
            try {
                process(batch, call);
            } catch (Throwable t) { // a protocol factory that fails, or no memory for an answer
                held.own();
                transport.dropMessage();
                failures.terminate(connection, "a call could not be run: " + t);
            }
            held.own();
            // A handler that leaves its thread interrupted would have the next write close the channel.
            Thread.interrupted();
            held.endCall(batch, call);
        } else {
            refuse(batch, call, refusal);
        }
        if (held.output().size() >= FLUSH_BYTES) {
            held.deliver();
        }
    }

    /** Answers a call with a refusal, without running it. A oneway call is dropped: it cannot be answered. */
    void refuse(ConnectionBatch batch, int call, String reason) {
        held.own();
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
        held.endCall(batch, call);
    }

    private void begin(ConnectionBatch batch, int call) {
        connection = batch.connection();
        FrameBatch frames = batch.frames();
        transport.readFrame(frames.array(call), frames.offset(call), frames.length(call));
    }

    /** Hands held replies to their connections. */
    void flush() {
        held.own();
        if (connection != null) {
            held.deliver();
            connection = null;
            transport.releaseInput();
        }
    }

    /** Leaves held replies to the sweeper until the thread is back. */
    void flushLater() {
        held.open();
    }

    private void process(ConnectionBatch batch, int call) {
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
            running.begin(batch, call, header);
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
}
