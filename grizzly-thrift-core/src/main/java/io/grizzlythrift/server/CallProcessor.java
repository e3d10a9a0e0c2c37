package io.grizzlythrift.server;

import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.frame.FrameOverflowException;
import io.grizzlythrift.message.MessageProtocol;
import io.grizzlythrift.message.MessageTransport;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TAsyncProcessor;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * Reads the message of a call, has generated code run it, with the interceptors around, and sees to it that there is a
 * reply. For one thread; transport and protocol are reused call after call.
 */
final class CallProcessor {
    private final TProtocolFactory protocolFactory;
    private final CallFailures failures;
    private final CallKinds kinds;
    private final Interceptors interceptors;
    private final AsyncCalls asyncCalls;
    private final HeldReplies held;
    private final CallRecorder recorder;
    private final ServerMetrics metrics;
    private final MessageTransport transport;
    private final RunningCall running = RunningCall.ofThisThread();
    private MessageProtocol protocol;

    CallProcessor(
            ServiceConfig service,
            HeldReplies held,
            CallFailures failures,
            Interceptors interceptors,
            AsyncCalls asyncCalls,
            ServerMetrics metrics) {
        protocolFactory = service.protocol();
        this.failures = failures;
        kinds = new CallKinds(protocolFactory);
        this.interceptors = interceptors;
        this.asyncCalls = asyncCalls;
        this.held = held;
        recorder = held.recorder();
        this.metrics = metrics;
        transport = new MessageTransport(service.thriftConfiguration(), held.output(), held::own);
        protocol = MessageProtocol.create(protocolFactory, transport);
    }

    /** Forgets the frame that was read last. */
    void releaseInput() {
        transport.releaseInput();
    }

    /** Answers a call without running it. A oneway call is dropped: it cannot be answered. Throws nothing. */
    void refuse(ConnectionBatch batch, int call, String reason) {
        failures.countRefused();
        try {
            TMessage header = readHeader(batch, call);
            if (header != null) {
                TApplicationException refusal =
                        new TApplicationException(TApplicationException.INTERNAL_ERROR, "refused: " + reason);
                fail(batch, call, header, Interception.NONE, refusal, CallOutcome.Kind.REFUSED);
            }
        } catch (Throwable t) {
            transport.dropMessage();
            failures.terminate(batch.connection(), "a call could not be refused", t);
        }
    }

    /**
     * Runs a call. Throws nothing.
     *
     * @return false if its reply comes later, from an asynchronous handler
     */
    boolean run(ConnectionBatch batch, int call) {
        try {
            TMessage header = readHeader(batch, call);
            if (header == null) {
                return true;
            }
            if (header.type != TMessageType.CALL && header.type != TMessageType.ONEWAY) {
                abandonMessage();
                answer(
                        batch,
                        header,
                        new TApplicationException(
                                TApplicationException.INVALID_MESSAGE_TYPE,
                                "message type " + header.type + " is neither CALL (1) nor ONEWAY (4)"));
                recorder.leave();
                return true;
            }
            running.begin(batch, call, header);
            try {
                return intercept(batch, call, header);
            } finally {
                running.end();
            }
        } catch (Throwable t) { // a protocol factory that fails, or no memory for an answer
            held.own();
            transport.dropMessage();
            failures.terminate(batch.connection(), "a call could not be run", t);
            return true;
        }
    }

    private boolean intercept(ConnectionBatch batch, int call, TMessage header) {
        TProcessor processor;
        try {
            processor = batch.connection().services().find(header);
        } catch (TApplicationException unknown) {
            fail(batch, call, header, Interception.NONE, unknown, CallOutcome.Kind.UNKNOWN_METHOD);
            return true;
        }
        if (interceptors.isEmpty()) {
            return process(processor, batch, call, header, Interception.NONE);
        }
        Interception around = interceptors.begin(batch.contextOf(call, header), batch.arrival());
        if (around.refusal().isPresent()) {
            failures.countRefused();
            fail(batch, call, header, around, around.refusal().get(), CallOutcome.Kind.REFUSED);
            return true;
        }
        return process(processor, batch, call, header, around);
    }

    private boolean process(
            TProcessor processor, ConnectionBatch batch, int call, TMessage header, Interception around) {
        AsyncCall async = null;
        try {
            protocol.replay(batch.connection().services().withoutService(header));
            if (processor instanceof TAsyncProcessor asyncProcessor) {
                async = asyncCalls.begin(batch, call, header, endOf(batch, call, header, around));
                asyncCalls.process(asyncProcessor, async, protocol.protocol());
                return takeAnswer(async, batch);
            }
            processor.process(protocol.protocol(), protocol.protocol());
            if (header.type == TMessageType.ONEWAY) {
                transport.dropMessage();
                end(batch, call, header, around, CallOutcome.Kind.REPLIED, 0);
            } else {
                int length = transport.endMessage();
                CallOutcome.Kind kind = kinds.of(protocol.writtenType(), held.output(), length);
                end(batch, call, header, around, kind, length);
            }
        } catch (Throwable t) {
            boolean argumentsRead = protocol.argumentsRead();
            if (async != null && !async.takeOver()) { // the handler has answered, or will
                abandonMessage();
                failures.afterAnswer(header, t);
                return takeAnswer(async, batch);
            }
            TApplicationException failure = failures.toReply(header, t, argumentsRead);
            fail(batch, call, header, around, failure, CallKinds.of(failure));
        }
        return true;
    }

    /** Returns false if there is no answer yet. */
    private boolean takeAnswer(AsyncCall async, ConnectionBatch batch) {
        recorder.leave();
        byte[] frame = async.leave();
        if (frame == null) {
            return false;
        }
        held.own();
        try {
            held.output().write(frame, 0, frame.length);
        } catch (FrameOverflowException e) {
            failures.terminate(batch.connection(), "a reply could not be held", e);
        }
        return true;
    }

    /** Ends a call with an exception in place of what its processor may have written. */
    private void fail(
            ConnectionBatch batch,
            int call,
            TMessage header,
            Interception around,
            TApplicationException failure,
            CallOutcome.Kind kind) {
        abandonMessage();
        int length = header.type != TMessageType.ONEWAY ? answer(batch, header, failure) : 0;
        end(batch, call, header, around, kind, length);
    }

    private void end(
            ConnectionBatch batch,
            int call,
            TMessage header,
            Interception around,
            CallOutcome.Kind kind,
            int replyBytes) {
        int messageBytes = batch.frames().length(call);
        long queued = held.sinceLook(batch.arrival());
        recorder.end(batch.connection().services(), header.name, kind, messageBytes, replyBytes, queued);
        around.end(kind, replyBytes);
    }

    /** What ends a call that may be answered on any thread. */
    private AsyncCall.End endOf(ConnectionBatch batch, int call, TMessage header, Interception around) {
        Services services = batch.connection().services();
        int messageBytes = batch.frames().length(call);
        long queued = held.sinceLook(batch.arrival());
        long begin = batch.arrival() + queued;
        return (kind, replyBytes) -> {
            long handled = System.nanoTime() - begin;
            metrics.endElsewhere(services, header.name, kind, messageBytes, replyBytes, queued, handled);
            around.end(kind, replyBytes);
        };
    }

    /** Returns null, and has the connection terminated, if the frame is not a message of this protocol. */
    private TMessage readHeader(ConnectionBatch batch, int call) {
        FrameBatch frames = batch.frames();
        transport.readFrame(frames.array(call), frames.offset(call), frames.length(call));
        try {
            return protocol.readHeader();
        } catch (Throwable t) {
            abandonMessage();
            failures.terminate(batch.connection(), "a frame is not a message of this server's protocol", t);
            return null;
        }
    }

    /** Returns the length of the reply. */
    private int answer(ConnectionBatch batch, TMessage header, TApplicationException failure) {
        try {
            CallFailures.write(header, failure, protocol.protocol());
            return transport.endMessage();
        } catch (TException | RuntimeException e) {
            abandonMessage();
            failures.terminate(batch.connection(), "an exception could not be encoded", e);
            return 0;
        }
    }

    /** A protocol that stopped half-way through a message keeps state: it is replaced. */
    private void abandonMessage() {
        transport.dropMessage();
        protocol = MessageProtocol.create(protocolFactory, transport);
    }
}
