package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.internal.call.ErrorReply;
import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.frame.FrameOverflowException;
import io.grizzlythrift.internal.message.ArgumentListener;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.internal.message.MessageTransport;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.internal.metrics.CallRecorder;
import io.grizzlythrift.internal.metrics.MethodMetricsRecorder;
import io.grizzlythrift.internal.reply.ReplyBuffer;
import io.grizzlythrift.internal.security.CallDenial;
import io.grizzlythrift.internal.util.CurrentCall;
import io.grizzlythrift.internal.util.SubjectAction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.Subject;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TAsyncProcessor;
import org.apache.thrift.TBaseAsyncProcessor;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;

/**
 * Processes one call at a time: decodes its header with a {@link CallReader}, runs the interceptors, finds and invokes
 * the processor, and ensures that the call ends with a reply. Used by one thread at a time; transport and protocol are
 * reused for every call.
 *
 * <p>Input is read in place, from the frame. The reply is encoded into the {@link ReplyBuffer} of the thread. A
 * failure becomes an exception reply; if even that fails, the connection is terminated.
 */
final class CallInvoker {
    private final CallFailures failures;
    private final InterceptorChain interceptors;

    /** Null if the server asks nothing about callers. */
    private final CallSecurity security;

    private final PendingAsyncCalls asyncCalls;
    private final ReplyBuffer replyBuffer;
    private final CallClock clock;
    private final CallRecorder recorder;
    private final MethodMetricsRecorder metrics;
    private final MessageTransport transport;
    private final CurrentCall current = new CurrentCall();
    private final CallReader reader;
    private final boolean interruptCancelled;
    private final int maxReplyBytes;
    private InterceptedCall intercepted;

    /**
     * The call whose arguments are being read; the same as {@link #intercepted}, unless its handler is asynchronous.
     */
    private InterceptedCall running;

    /** Whether interceptors run only if the arguments of the call turn out to contain headers. */
    private boolean waitsForHeaders;

    /** The last rejection, and its text before it was put into a message; null before. */
    private RejectedCall lastRejection;

    private String rejectionText;

    /** The rejection of a call by an interceptor that ran when headers were found among its arguments, or null. */
    private TApplicationException lateRejection;

    CallInvoker(
            ServiceConfig service,
            ReplyBuffer replyBuffer,
            CallClock clock,
            CallRecorder recorder,
            CallFailures failures,
            InterceptorChain interceptors,
            CallSecurity security,
            PendingAsyncCalls asyncCalls,
            MethodMetricsRecorder metrics) {
        this.failures = failures;
        this.interceptors = interceptors;
        this.security = security;
        intercepted = new InterceptedCall(interceptors);
        running = intercepted;
        this.asyncCalls = asyncCalls;
        interruptCancelled = service.interruptCancelledCalls();
        this.replyBuffer = replyBuffer;
        this.clock = clock;
        this.recorder = recorder;
        this.metrics = metrics;
        transport = new MessageTransport(
                service.limits().maxFrameBytes(),
                service.limits().maxDepth(),
                replyBuffer.output(),
                replyBuffer::reclaim);
        Optional<ArgumentListener> arguments = interceptors.isEmpty() ? Optional.empty() : Optional.of(new Arguments());
        maxReplyBytes = service.limits().maxReplyBytes();
        transport.limitWritten(maxReplyBytes);
        reader = new CallReader(service, transport, failures, recorder, arguments);
    }

    CallRecorder recorder() {
        return recorder;
    }

    /** {@return the call whose handler runs, or is about to; else null} As {@link CallExecutor#running()}. */
    ServerCall running() {
        return (ServerCall) current.call();
    }

    /** Releases the references to the last call. Called when no further call is available. */
    void release() {
        transport.releaseInput();
        current.renew();
        if (!interceptors.isEmpty()) {
            intercepted.release();
        }
    }

    /** Binds the invoker to the calling thread, which will run the calls. */
    void bind() {
        current.bind();
    }

    /** Detaches the invoker from the thread that ran the calls. */
    void unbind() {
        current.unbind();
    }

    /** {@return whether handlers may keep slices of the frames read since the previous invocation of this method} */
    boolean takeInputRetained() {
        return transport.takeInputRetained();
    }

    /**
     * Replies to a call with a rejection, without running it. A oneway call has no reply and is dropped. Throws
     * nothing.
     */
    void reject(ServerCall call, RejectedCall.Reason reason, String text) {
        failures.countRejected();
        try {
            RejectedCall rejection = rejection(reason, text);
            if (reader.readRejected(call, rejection)) {
                current.enter(call);
                endRejected(call, rejection);
            }
        } catch (Throwable t) {
            transport.dropMessage();
            failures.terminate(call.origin(), "a call could not be rejected", t);
        } finally {
            leave(call);
        }
    }

    /** Does the same for a call that its caller must not make. Over HTTP, the status of the response says so. */
    void deny(ServerCall call, CallDenial denial) {
        call.origin().deny(denial);
        reject(call, denial.reason(), denial.text());
    }

    private void endRejected(ServerCall call, RejectedCall rejection) {
        if (!interceptors.isEmpty() && interceptors.needsRejectedCalls()) {
            intercepted.beginRejected(call, clock.read());
        }
        end(call, CallFailures.kindOf(rejection), writeReply(call, rejection));
    }

    /** Returns the last rejection again if it is the same: usually, the calls of a whole read are rejected together. */
    @SuppressWarnings("ReferenceEquality") // equal texts that are different objects are rare
    private RejectedCall rejection(RejectedCall.Reason reason, String text) {
        if (text != rejectionText || reason != lastRejection.reason()) {
            lastRejection = new RejectedCall(reason, text);
            rejectionText = text;
        }
        return lastRejection;
    }

    /**
     * Runs a call. Throws nothing.
     *
     * @return false if the call ends later: an asynchronous handler replies, or the threads of its method run it
     */
    boolean run(ServerCall call) {
        CallReader.Result read = CallReader.Result.ENDED;
        try {
            read = reader.read(call);
            if (read != CallReader.Result.READ) {
                return read == CallReader.Result.ENDED;
            }
            current.enter(call);
            call.read().submitMoved();
            return !checkType(call) || (security != null && isDenied(call)) || intercept(call);
        } catch (Throwable t) { // a failing protocol factory, or no memory for a reply
            replyBuffer.reclaim();
            transport.dropMessage();
            failures.terminate(call.origin(), "a call could not be run", t);
            notifyListeners(ServerCallOutcome.Kind.HANDLER_FAILED, 0);
            return true;
        } finally {
            if (read == CallReader.Result.MOVED) {
                call.releaseHeader();
            } else {
                leave(call);
            }
        }
    }

    private void leave(ServerCall call) {
        current.leave();
        call.leave();
    }

    /** Returns whether the message is a call. If not, encodes an exception reply. */
    private boolean checkType(ServerCall call) {
        byte type = call.header().type;
        if (type == TMessageType.CALL || type == TMessageType.ONEWAY) {
            return true;
        }
        reader.abandonMessage();
        reader.writeException(
                call,
                new ErrorReply(
                        // facts.md#message-types-are-not-checked
                        TApplicationException.INVALID_MESSAGE_TYPE,
                        "message type " + type + " is neither CALL (1) nor ONEWAY (4)"));
        recorder.leave();
        return false;
    }

    /** Returns whether the caller must not make a call, whose name is known. If so, its reply is already encoded. */
    private boolean isDenied(ServerCall call) {
        CallDenial denial = security.check(call);
        if (denial == null) {
            return false;
        }
        failures.countRejected();
        call.origin().deny(denial);
        reader.discardMessage();
        endRejected(call, rejection(denial.reason(), denial.text()));
        return true;
    }

    private boolean intercept(ServerCall call) {
        ProcessorTable.Target target;
        try {
            target = call.services().find(call.header());
        } catch (TApplicationException unknown) {
            reader.discardMessage();
            end(call, ServerCallOutcome.Kind.UNKNOWN_METHOD, writeReply(call, unknown));
            return true;
        }
        return (!interceptors.isEmpty() && isRejected(call, target))
                || (call.isTranscoded() && isInconvertible(call))
                || process(call, target);
    }

    /** Returns whether an interceptor rejected the call. If so, its reply is already encoded. */
    private boolean isRejected(ServerCall call, ProcessorTable.Target target) {
        if (running != intercepted) {
            running = intercepted;
        }
        boolean mayWait = !call.hasHeaders() && !target.isAsync();
        waitsForHeaders = mayWait && !interceptors.needsCallsWithoutHeaders();
        if (waitsForHeaders || !interceptors.isEnabled()) {
            return false;
        }
        Optional<TApplicationException> rejection = intercepted.begin(call, clock.lastReading());
        if (rejection.isEmpty()) {
            return false;
        }
        failures.countRejected();
        reader.discardMessage();
        end(call, ServerCallOutcome.Kind.REJECTED, writeReply(call, rejection.get()));
        return true;
    }

    /** Converts the arguments. Returns whether that failed. If so, its reply is already encoded. */
    private boolean isInconvertible(ServerCall call) {
        try {
            reader.convert(call);
            return false;
        } catch (Throwable t) {
            TApplicationException failure = failures.toReply(call.header(), t, false);
            ServerCallOutcome.Kind kind = failure instanceof RejectedCall rejection
                    ? CallFailures.kindOf(rejection)
                    : CallFailures.kindOf(failure.getType());
            failures.countIfUnread(kind);
            fail(call, failure, kind);
            return true;
        }
    }

    private boolean process(ServerCall call, ProcessorTable.Target target) {
        if (target.isAsync()) {
            return processAsync(call, (TAsyncProcessor) target.processor(), target.header());
        }
        MessageProtocol protocol = reader.protocol();
        try {
            beginOneway(call);
            if (isInterruptible(call)) {
                call.cancellation().interrupt(Thread.currentThread());
            }
            protocol.replay(target.header());
            Subject subject = security == null ? null : security.subjectOf(call);
            if (subject == null) {
                target.processor().process(protocol.protocol(), protocol.protocol());
            } else {
                SubjectAction.run(subject, () -> {
                    target.processor().process(protocol.protocol(), protocol.protocol());
                    return null;
                });
            }
        } catch (Throwable t) {
            returned(call);
            failProcessed(call, t, protocol.argumentsRead());
            return true;
        }
        returned(call);
        endProcessed(call);
        return true;
    }

    private void returned(ServerCall call) {
        if (isInterruptible(call)) {
            call.cancellation().interruptNoMore();
        }
        running.handlerReturned();
    }

    private boolean isInterruptible(ServerCall call) {
        return interruptCancelled && !call.isOneway();
    }

    private boolean processAsync(ServerCall call, TAsyncProcessor processor, TMessage header) {
        AsyncCall async = null;
        InterceptedCall interceptedHere = intercepted;
        AsyncInput input = null;
        try {
            beginOneway(call);
            input = inputFor(call, processor, header);
            call.continueAsync();
            async = new AsyncCall(asyncCalls, call, asyncListener(call));
            intercepted = interceptedHere.isOpen() ? new InterceptedCall(interceptors) : interceptedHere;
            if (input.transport() != transport && running.isOpen()) {
                running.handlerStarts(); // the processor decides when and on which thread it reads the arguments
            }
            processAs(security == null ? null : security.subjectOf(call), processor, async, input);
            running.handlerReturned();
            return takeReply(call, async);
        } catch (Throwable t) {
            running.handlerReturned();
            boolean argumentsRead = input != null && input.messages().argumentsRead();
            if (async != null && !async.takeOver()) { // the handler has already replied
                reader.abandonMessage();
                failures.afterReply(call.header(), t);
                return takeReply(call, async);
            }
            intercepted = interceptedHere;
            failProcessed(call, t, argumentsRead);
            return true;
        } finally {
            if (input != null && input.transport() != transport) {
                input.transport().closeInput();
            }
        }
    }

    private void processAs(Subject subject, TAsyncProcessor processor, AsyncCall async, AsyncInput input)
            throws Throwable {
        if (subject == null) {
            asyncCalls.process(processor, async, input.messages().protocol());
        } else {
            SubjectAction.run(subject, () -> {
                asyncCalls.process(processor, async, input.messages().protocol());
                return null;
            });
        }
    }

    /** The transport and protocol from which an asynchronous processor reads its arguments. */
    private record AsyncInput(MessageTransport transport, MessageProtocol messages) {}

    /**
     * Returns the input for an asynchronous processor. Generated code reads the arguments before it returns. Any other
     * processor may read them later, when the transport of this thread reads another message. So it gets its own
     * transport over an array that is not reused.
     */
    private AsyncInput inputFor(ServerCall call, TAsyncProcessor processor, TMessage header) throws TException {
        if (processor instanceof TBaseAsyncProcessor<?>) {
            reader.protocol().replay(header);
            return new AsyncInput(transport, reader.protocol());
        }
        transport.retainInput();
        MessageTransport own = new MessageTransport(transport.getConfiguration(), new FrameOutput(0), () -> {});
        MessageProtocol messages = MessageProtocol.create(reader.factory(), own);
        call.readMessage(own);
        messages.readHeader();
        messages.replay(header);
        return new AsyncInput(own, messages);
    }

    /**
     * Passes on events of reading the arguments: to the context of the call, and to the listeners of its interceptors.
     */
    private final class Arguments implements ArgumentListener {
        @Override
        public boolean readsHeaders() {
            return interceptors.readsArgumentHeaders();
        }

        @Override
        public void headersRead(Map<String, List<String>> headers) throws TApplicationException {
            ServerCall call = (ServerCall) current.call();
            call.addHeaders(headers);
            if (waitsForHeaders && interceptors.isEnabled()) {
                Optional<TApplicationException> rejection = intercepted.begin(call, clock.lastReading());
                if (rejection.isPresent()) {
                    lateRejection = rejection.get();
                    throw lateRejection;
                }
            }
        }

        @Override
        public void argumentsRead() {
            if (running.isOpen()) {
                running.handlerStarts();
            }
        }
    }

    private void failProcessed(ServerCall call, Throwable cause, boolean argumentsRead) {
        if (cause == lateRejection) {
            failures.countRejected();
            fail(call, lateRejection, ServerCallOutcome.Kind.REJECTED);
            lateRejection = null;
            return;
        }
        if (argumentsRead && transport.overflowBytes() > 0) {
            failTooLarge(call, "at least " + transport.overflowBytes());
            return;
        }
        TApplicationException failure = failures.toReply(call.header(), cause, argumentsRead);
        fail(call, failure, CallFailures.kindOf(failure.getType()));
    }

    private void endProcessed(ServerCall call) {
        ServerCallOutcome.Kind kind = CallFailures.kindOfReply(reader.protocol());
        failures.countIfUnread(kind);
        if (call.isOneway()) {
            transport.dropMessage();
            end(call, kind, 0);
        } else if (transport.writtenBytes() > maxReplyBytes) {
            failTooLarge(call, String.valueOf(transport.writtenBytes()));
        } else {
            end(call, kind, transport.endMessage());
        }
    }

    /** Ends a call whose reply is over the limit, with an exception. */
    private void failTooLarge(ServerCall call, String size) {
        fail(call, failures.replyTooLarge(call.header(), size, maxReplyBytes), ServerCallOutcome.Kind.HANDLER_FAILED);
    }

    /** Takes the reply of an asynchronous handler. Returns false if there is none yet. */
    private boolean takeReply(ServerCall call, AsyncCall async) {
        recorder.leave();
        byte[] frame = async.isReplied() ? async.detach(0) : async.detach(call.detachHeaders());
        if (frame == null) {
            return false;
        }
        replyBuffer.reclaim();
        try {
            replyBuffer.output().write(frame, 0, frame.length);
        } catch (FrameOverflowException e) {
            failures.terminate(call.origin(), "a reply could not be buffered", e);
        }
        return true;
    }

    /** Ends the call with an exception, which replaces anything that its processor has written. */
    private void fail(ServerCall call, TApplicationException failure, ServerCallOutcome.Kind kind) {
        reader.abandonMessage();
        end(call, kind, writeReply(call, failure));
    }

    /** Encodes an exception reply, unless the call is oneway. Returns its length. */
    private int writeReply(ServerCall call, TApplicationException failure) {
        if (call.isOneway()) {
            call.origin().onewayFailed(failure);
            return 0;
        }
        return reader.writeException(call, failure);
    }

    private void end(ServerCall call, ServerCallOutcome.Kind kind, int replyBytes) {
        recorder.end(
                call.services(),
                call.header().name,
                kind,
                call.messageBytes(),
                replyBytes,
                clock.sinceReading(call.read().arrival()));
        notifyListeners(kind, replyBytes);
    }

    private void notifyListeners(ServerCallOutcome.Kind kind, int replyBytes) {
        if (intercepted.isOpen()) {
            intercepted.end(kind, replyBytes, interceptors.areTimed() ? clock.read() : TimedOutcome.UNREAD);
        }
    }

    /** Returns the listener that records the end of the call if the handler replies later, on any thread. */
    private AsyncCall.Listener asyncListener(ServerCall call) {
        InterceptedCall interceptedHere = intercepted;
        long arrival = call.read().arrival();
        long queued = clock.sinceReading(arrival);
        return (kind, replyBytes) -> {
            failures.countIfUnread(kind);
            long now = System.nanoTime();
            long handled = now - arrival - queued;
            metrics.endOnOtherThread(
                    call.services(), call.header().name, kind, call.messageBytes(), replyBytes, queued, handled);
            if (interceptedHere.isOpen()) {
                asyncCalls.runEnding(() -> interceptedHere.end(kind, replyBytes, now));
            }
        };
    }

    /** If the call is oneway, records that it is about to run. From here on, no reply waits for it. */
    private void beginOneway(ServerCall call) {
        if (call.isOneway()) {
            replyBuffer.beginOneway(call.origin(), call.number(), call.read().size() == 1);
        }
    }
}
