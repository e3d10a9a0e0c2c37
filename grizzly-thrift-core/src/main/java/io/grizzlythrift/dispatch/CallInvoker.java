package io.grizzlythrift.dispatch;

import io.grizzlythrift.call.CallOutcome;
import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.frame.FrameOutput;
import io.grizzlythrift.frame.FrameOverflowException;
import io.grizzlythrift.message.FormatGuess;
import io.grizzlythrift.message.MessageProtocol;
import io.grizzlythrift.message.MessageTransport;
import io.grizzlythrift.message.ProcessorTable;
import io.grizzlythrift.metrics.recorder.CallRecorder;
import io.grizzlythrift.metrics.recorder.MethodMetricsRecorder;
import io.grizzlythrift.reply.ReplyBuffer;
import java.util.Optional;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TAsyncProcessor;
import org.apache.thrift.TBaseAsyncProcessor;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * Reads the message of a call, has generated code run it, with the interceptors around, and sees to it that there is a
 * reply. For one thread; transport and protocol are reused call after call.
 */
final class CallInvoker {
    private final TProtocolFactory protocolFactory;
    private final CallFailures failures;
    private final WrittenOutcome kinds;
    private final InterceptorChain interceptors;
    private final PendingAsyncCalls asyncCalls;
    private final ReplyBuffer held;
    private final CallClock clock;
    private final CallRecorder recorder;
    private final MethodMetricsRecorder metrics;
    private final MessageTransport transport;
    private final InvokedCall running = new InvokedCall();
    private InterceptedCall interception;
    private MessageProtocol protocol;

    CallInvoker(
            ServiceConfig service,
            ReplyBuffer held,
            CallClock clock,
            CallRecorder recorder,
            CallFailures failures,
            InterceptorChain interceptors,
            PendingAsyncCalls asyncCalls,
            MethodMetricsRecorder metrics) {
        protocolFactory = service.protocol();
        this.failures = failures;
        kinds = new WrittenOutcome(protocolFactory);
        this.interceptors = interceptors;
        interception = new InterceptedCall(interceptors);
        this.asyncCalls = asyncCalls;
        this.held = held;
        this.clock = clock;
        this.recorder = recorder;
        this.metrics = metrics;
        transport = new MessageTransport(service.thriftConfiguration(), held.output(), held::own);
        protocol = MessageProtocol.create(protocolFactory, transport);
    }

    CallRecorder recorder() {
        return recorder;
    }

    /** Forgets the call that ended last: no other is known of now. */
    void release() {
        transport.releaseInput();
        running.release();
        if (!interceptors.isEmpty()) {
            interception.release();
        }
    }

    /** From now on the calling thread runs the calls. */
    void bind() {
        running.bind();
    }

    /** The thread that ran the calls runs no more of them. */
    void unbind() {
        running.release();
        running.unbind();
    }

    /** Whether slices of the frames may be kept that were read since this was asked last. */
    boolean takeInputRetained() {
        return transport.takeInputRetained();
    }

    /** Answers a call without running it. A oneway call is dropped: it cannot be answered. Throws nothing. */
    void refuse(ReadBatch batch, int call, String reason) {
        failures.countRefused();
        try {
            if (begin(batch, call)) {
                fail(
                        new TApplicationException(TApplicationException.INTERNAL_ERROR, "refused: " + reason),
                        CallOutcome.Kind.REFUSED);
            }
        } catch (Throwable t) {
            transport.dropMessage();
            failures.terminate(batch.connection(), "a call could not be refused", t);
        } finally {
            running.end();
        }
    }

    /**
     * Runs a call. Throws nothing.
     *
     * @return false if its reply comes later, from an asynchronous handler
     */
    boolean run(ReadBatch batch, int call) {
        try {
            return !begin(batch, call) || !checkType() || intercept();
        } catch (Throwable t) { // a protocol factory that fails, or no memory for an answer
            held.own();
            transport.dropMessage();
            failures.terminate(batch.connection(), "a call could not be run", t);
            endInterception(CallOutcome.Kind.HANDLER_FAILED, 0);
            return true;
        } finally {
            running.end();
        }
    }

    /** Returns false, and has the connection terminated, if the frame is not a message of this protocol. */
    private boolean begin(ReadBatch batch, int call) {
        FrameBatch frames = batch.frames();
        transport.readFrame(frames.array(call), frames.offset(call), frames.length(call));
        try {
            running.begin(batch, call, protocol.readHeader());
            return true;
        } catch (Throwable t) {
            abandonMessage();
            failures.terminate(batch.connection(), notAMessage(frames, call), t);
            return false;
        }
    }

    private static String notAMessage(FrameBatch frames, int call) {
        String what = "a frame is not a message of this server's protocol";
        return FormatGuess.of(frames.array(call), frames.offset(call), frames.length(call))
                .map(likeness -> what + ", it looks like " + likeness)
                .orElse(what);
    }

    /** Returns false, and has answered, if the message is no call. */
    private boolean checkType() {
        byte type = running.header().type;
        if (type == TMessageType.CALL || type == TMessageType.ONEWAY) {
            return true;
        }
        abandonMessage();
        answer(new TApplicationException(
                TApplicationException.INVALID_MESSAGE_TYPE,
                "message type " + type + " is neither CALL (1) nor ONEWAY (4)"));
        recorder.leave();
        return false;
    }

    private boolean intercept() {
        ProcessorTable.Target target;
        try {
            target = running.services().find(running.header());
        } catch (TApplicationException unknown) {
            fail(unknown, CallOutcome.Kind.UNKNOWN_METHOD);
            return true;
        }
        if (!interceptors.isEmpty()) {
            Optional<TApplicationException> refusal = interception.begin(running.context(), clock.lastReading());
            if (refusal.isPresent()) {
                failures.countRefused();
                fail(refusal.get(), CallOutcome.Kind.REFUSED);
                return true;
            }
        }
        return process(target);
    }

    private boolean process(ProcessorTable.Target target) {
        if (target.processor() instanceof TAsyncProcessor processor) {
            return processAsync(processor, target.header());
        }
        try {
            beginOneway();
            protocol.replay(target.header());
            target.processor().process(protocol.protocol(), protocol.protocol());
        } catch (Throwable t) {
            failProcessed(t, protocol.argumentsRead());
            return true;
        }
        endProcessed();
        return true;
    }

    private boolean processAsync(TAsyncProcessor processor, TMessage header) {
        AsyncCall async = null;
        InterceptedCall around = interception;
        AsyncInput input = null;
        try {
            beginOneway();
            input = inputFor(processor, header);
            async = asyncCalls.begin(running.batch(), running.number(), running.header(), endElsewhere());
            interception = around.isOpen() ? new InterceptedCall(interceptors) : around;
            asyncCalls.process(processor, async, input.messages().protocol());
            return takeAnswer(async);
        } catch (Throwable t) {
            boolean argumentsRead = input != null && input.messages().argumentsRead();
            if (async != null && !async.takeOver()) { // the handler has answered, or will
                abandonMessage();
                failures.afterAnswer(running.header(), t);
                return takeAnswer(async);
            }
            interception = around;
            failProcessed(t, argumentsRead);
            return true;
        } finally {
            if (input != null && input.transport() != transport) {
                input.transport().closeInput();
            }
        }
    }

    /** Where an asynchronous processor reads its arguments. */
    private record AsyncInput(MessageTransport transport, MessageProtocol messages) {}

    /**
     * Generated code has read the arguments before it returns. Any other processor may try to read them later, when the
     * transport of this thread is at another message: it gets one of its own, of an array that stays as it is.
     */
    private AsyncInput inputFor(TAsyncProcessor processor, TMessage header) throws TException {
        if (processor instanceof TBaseAsyncProcessor<?>) {
            protocol.replay(header);
            return new AsyncInput(transport, protocol);
        }
        transport.retainInput();
        FrameBatch frames = running.batch().frames();
        int call = running.number();
        MessageTransport own = new MessageTransport(transport.getConfiguration(), new FrameOutput(0), () -> {});
        MessageProtocol messages = MessageProtocol.create(protocolFactory, own);
        own.readFrame(frames.array(call), frames.offset(call), frames.length(call));
        messages.readHeader();
        messages.replay(header);
        return new AsyncInput(own, messages);
    }

    private void failProcessed(Throwable cause, boolean argumentsRead) {
        TApplicationException failure = failures.toReply(running.header(), cause, argumentsRead);
        fail(failure, WrittenOutcome.of(failure));
    }

    private void endProcessed() {
        if (isOneway()) {
            transport.dropMessage();
            end(CallOutcome.Kind.REPLIED, 0);
        } else {
            int length = transport.endMessage();
            end(kinds.of(protocol.writtenType(), held.output(), length), length);
        }
    }

    /** Returns false if there is no answer yet. */
    private boolean takeAnswer(AsyncCall async) {
        recorder.leave();
        byte[] frame = async.leave();
        if (frame == null) {
            return false;
        }
        held.own();
        try {
            held.output().write(frame, 0, frame.length);
        } catch (FrameOverflowException e) {
            failures.terminate(running.batch().connection(), "a reply could not be held", e);
        }
        return true;
    }

    /** Ends the call with an exception in place of what its processor may have written. */
    private void fail(TApplicationException failure, CallOutcome.Kind kind) {
        abandonMessage();
        end(kind, isOneway() ? 0 : answer(failure));
    }

    private void end(CallOutcome.Kind kind, int replyBytes) {
        ReadBatch batch = running.batch();
        recorder.end(
                running.services(),
                running.header().name,
                kind,
                batch.frames().length(running.number()),
                replyBytes,
                clock.sinceReading(batch.arrival()));
        endInterception(kind, replyBytes);
    }

    private void endInterception(CallOutcome.Kind kind, int replyBytes) {
        if (interception.isOpen()) {
            interception.end(kind, replyBytes, interceptors.areTimed() ? clock.read() : TimedOutcome.UNREAD);
        }
    }

    /** What ends the call if it is answered on any thread. */
    private AsyncCall.End endElsewhere() {
        ProcessorTable services = running.services();
        String name = running.header().name;
        InterceptedCall around = interception;
        int messageBytes = running.batch().frames().length(running.number());
        long arrival = running.batch().arrival();
        long queued = clock.sinceReading(arrival);
        return (kind, replyBytes) -> {
            long now = System.nanoTime();
            long handled = now - arrival - queued;
            metrics.endElsewhere(services, name, kind, messageBytes, replyBytes, queued, handled);
            if (around.isOpen()) {
                around.end(kind, replyBytes, now);
            }
        };
    }

    /** Nothing waits for a oneway call from here on. */
    private void beginOneway() {
        if (isOneway()) {
            ReadBatch batch = running.batch();
            held.beginOneway(
                    batch.connection(),
                    batch.numberOf(running.number()),
                    batch.frames().size() == 1);
        }
    }

    private boolean isOneway() {
        return running.header().type == TMessageType.ONEWAY;
    }

    /** Returns the length of the reply. */
    private int answer(TApplicationException failure) {
        try {
            CallFailures.write(running.header(), failure, protocol.protocol());
            return transport.endMessage();
        } catch (TException | RuntimeException e) {
            abandonMessage();
            failures.terminate(running.batch().connection(), "an exception could not be encoded", e);
            return 0;
        }
    }

    /** A protocol that stopped half-way through a message keeps state: it is replaced. */
    private void abandonMessage() {
        transport.dropMessage();
        protocol = MessageProtocol.create(protocolFactory, transport);
    }
}
