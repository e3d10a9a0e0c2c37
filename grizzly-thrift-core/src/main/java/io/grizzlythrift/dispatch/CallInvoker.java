package io.grizzlythrift.dispatch;

import io.grizzlythrift.call.CallOutcome;
import io.grizzlythrift.caller.CancelCallbacks;
import io.grizzlythrift.dispatch.service.ServiceConfig;
import io.grizzlythrift.frame.FrameOutput;
import io.grizzlythrift.frame.FrameOverflowException;
import io.grizzlythrift.message.ArgumentListener;
import io.grizzlythrift.message.MessageProtocol;
import io.grizzlythrift.message.MessageTransport;
import io.grizzlythrift.message.ProcessorTable;
import io.grizzlythrift.metrics.recorder.CallRecorder;
import io.grizzlythrift.metrics.recorder.MethodMetricsRecorder;
import io.grizzlythrift.peer.ErrorReply;
import io.grizzlythrift.peer.RejectedCall;
import io.grizzlythrift.reply.ReplyBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private final PendingAsyncCalls asyncCalls;
    private final ReplyBuffer replyBuffer;
    private final CallClock clock;
    private final CallRecorder recorder;
    private final MethodMetricsRecorder metrics;
    private final MessageTransport transport;
    private final InvokedCall current;
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
            PendingAsyncCalls asyncCalls,
            CancelCallbacks cancelCallbacks,
            MethodMetricsRecorder metrics) {
        this.failures = failures;
        this.interceptors = interceptors;
        intercepted = new InterceptedCall(interceptors);
        running = intercepted;
        this.asyncCalls = asyncCalls;
        current = new InvokedCall(cancelCallbacks);
        interruptCancelled = service.interruptCancelledCalls();
        this.replyBuffer = replyBuffer;
        this.clock = clock;
        this.recorder = recorder;
        this.metrics = metrics;
        transport = new MessageTransport(
                service.maxFrameBytes(), service.maxDepth(), replyBuffer.output(), replyBuffer::reclaim);
        Optional<ArgumentListener> arguments = interceptors.isEmpty() ? Optional.empty() : Optional.of(new Arguments());
        maxReplyBytes = service.maxReplyBytes();
        transport.limitWritten(maxReplyBytes);
        reader = new CallReader(service, current, transport, failures, recorder, arguments);
    }

    CallRecorder recorder() {
        return recorder;
    }

    /** Releases the references to the last call. Called when no further call is available. */
    void release() {
        transport.releaseInput();
        current.release();
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
        current.release();
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
    void reject(ReadBatch batch, int call, RejectedCall.Reason reason, String text) {
        failures.countRejected();
        try {
            RejectedCall rejection = rejection(reason, text);
            if (reader.readRejected(batch, call, rejection)) {
                if (!interceptors.isEmpty() && interceptors.needsRejectedCalls()) {
                    intercepted.beginRejected(current.context(), clock.read());
                }
                end(CallOutcome.Kind.REJECTED, writeReply(rejection));
            }
        } catch (Throwable t) {
            transport.dropMessage();
            failures.terminate(batch.origin(), "a call could not be rejected", t);
        } finally {
            leave(batch, call);
        }
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
    boolean run(ReadBatch batch, int call) {
        CallReader.Result read = CallReader.Result.ENDED;
        try {
            read = reader.read(batch, call);
            if (read != CallReader.Result.READ) {
                return read == CallReader.Result.ENDED;
            }
            if (batch.hasUnknownRoutes()) {
                batch.submitMoved();
            }
            return !checkType() || intercept();
        } catch (Throwable t) { // a failing protocol factory, or no memory for a reply
            replyBuffer.reclaim();
            transport.dropMessage();
            failures.terminate(batch.origin(), "a call could not be run", t);
            notifyListeners(CallOutcome.Kind.HANDLER_FAILED, 0);
            return true;
        } finally {
            if (read == CallReader.Result.MOVED) {
                current.forget(batch.memory());
            } else {
                leave(batch, call);
            }
        }
    }

    private void leave(ReadBatch batch, int call) {
        try {
            current.leave(batch, call);
        } finally {
            if (batch.frames().hasHeaders()) {
                current.forget(batch.memory());
            }
        }
    }

    /** Returns whether the message is a call. If not, encodes an exception reply. */
    private boolean checkType() {
        byte type = current.header().type;
        if (type == TMessageType.CALL || type == TMessageType.ONEWAY) {
            return true;
        }
        reader.abandonMessage();
        writeException(new ErrorReply(
                TApplicationException.INVALID_MESSAGE_TYPE,
                "message type " + type + " is neither CALL (1) nor ONEWAY (4)"));
        recorder.leave();
        return false;
    }

    private boolean intercept() {
        ProcessorTable.Target target;
        try {
            target = current.services().find(current.header());
        } catch (TApplicationException unknown) {
            reader.discardMessage();
            end(CallOutcome.Kind.UNKNOWN_METHOD, writeReply(unknown));
            return true;
        }
        return (!interceptors.isEmpty() && isRejected(target)) || process(target);
    }

    /** Returns whether an interceptor rejected the call. If so, its reply is already encoded. */
    private boolean isRejected(ProcessorTable.Target target) {
        if (running != intercepted) {
            running = intercepted;
        }
        boolean mayWait = !current.hasHeaders() && !target.isAsync();
        waitsForHeaders = mayWait && !interceptors.needsCallsWithoutHeaders();
        if (waitsForHeaders || !interceptors.isEnabled()) {
            return false;
        }
        Optional<TApplicationException> rejection = intercepted.begin(current.context(), clock.lastReading());
        if (rejection.isEmpty()) {
            return false;
        }
        failures.countRejected();
        reader.discardMessage();
        end(CallOutcome.Kind.REJECTED, writeReply(rejection.get()));
        return true;
    }

    private boolean process(ProcessorTable.Target target) {
        if (target.isAsync()) {
            return processAsync((TAsyncProcessor) target.processor(), target.header());
        }
        MessageProtocol protocol = reader.protocol();
        try {
            beginOneway();
            if (isInterruptible()) {
                current.cancellation().interrupt(Thread.currentThread());
            }
            protocol.replay(target.header());
            target.processor().process(protocol.protocol(), protocol.protocol());
        } catch (Throwable t) {
            returned();
            failProcessed(t, protocol.argumentsRead());
            return true;
        }
        returned();
        endProcessed();
        return true;
    }

    private void returned() {
        if (isInterruptible()) {
            current.cancellation().interruptNoMore();
        }
        running.handlerReturned();
    }

    private boolean isInterruptible() {
        return interruptCancelled && !current.isOneway();
    }

    private boolean processAsync(TAsyncProcessor processor, TMessage header) {
        AsyncCall async = null;
        InterceptedCall interceptedHere = intercepted;
        AsyncInput input = null;
        try {
            beginOneway();
            input = inputFor(processor, header);
            async = current.toAsync(asyncCalls, asyncListener());
            intercepted = interceptedHere.isOpen() ? new InterceptedCall(interceptors) : interceptedHere;
            if (input.transport() != transport && running.isOpen()) {
                running.handlerStarts(); // the processor decides when and on which thread it reads the arguments
            }
            asyncCalls.process(processor, async, input.messages().protocol());
            running.handlerReturned();
            return takeReply(async);
        } catch (Throwable t) {
            running.handlerReturned();
            boolean argumentsRead = input != null && input.messages().argumentsRead();
            if (async != null && !async.takeOver()) { // the handler has already replied
                reader.abandonMessage();
                failures.afterReply(current.header(), t);
                return takeReply(async);
            }
            intercepted = interceptedHere;
            failProcessed(t, argumentsRead);
            return true;
        } finally {
            if (input != null && input.transport() != transport) {
                input.transport().closeInput();
            }
        }
    }

    /** The transport and protocol from which an asynchronous processor reads its arguments. */
    private record AsyncInput(MessageTransport transport, MessageProtocol messages) {}

    /**
     * Returns the input for an asynchronous processor. Generated code reads the arguments before it returns. Any other
     * processor may read them later, when the transport of this thread reads another message. So it gets its own
     * transport over an array that is not reused.
     */
    private AsyncInput inputFor(TAsyncProcessor processor, TMessage header) throws TException {
        if (processor instanceof TBaseAsyncProcessor<?>) {
            reader.protocol().replay(header);
            return new AsyncInput(transport, reader.protocol());
        }
        transport.retainInput();
        MessageTransport own = new MessageTransport(transport.getConfiguration(), new FrameOutput(0), () -> {});
        MessageProtocol messages = MessageProtocol.create(reader.factory(), own);
        current.read(own);
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
            current.addHeaders(headers);
            if (waitsForHeaders && interceptors.isEnabled()) {
                Optional<TApplicationException> rejection = intercepted.begin(current.context(), clock.lastReading());
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

    private void failProcessed(Throwable cause, boolean argumentsRead) {
        if (cause == lateRejection) {
            failures.countRejected();
            fail(lateRejection, CallOutcome.Kind.REJECTED);
            lateRejection = null;
            return;
        }
        if (argumentsRead && transport.overflowBytes() > 0) {
            failTooLarge("at least " + transport.overflowBytes());
            return;
        }
        TApplicationException failure = failures.toReply(current.header(), cause, argumentsRead);
        fail(failure, CallFailures.kindOf(failure.getType()));
    }

    private void endProcessed() {
        CallOutcome.Kind kind = CallFailures.kindOfReply(reader.protocol());
        failures.countIfUnread(kind);
        if (current.isOneway()) {
            transport.dropMessage();
            end(kind, 0);
        } else if (transport.writtenBytes() > maxReplyBytes) {
            failTooLarge(String.valueOf(transport.writtenBytes()));
        } else {
            end(kind, transport.endMessage());
        }
    }

    /** Ends a call whose reply is over the limit, with an exception. */
    private void failTooLarge(String size) {
        fail(failures.replyTooLarge(current.header(), size, maxReplyBytes), CallOutcome.Kind.HANDLER_FAILED);
    }

    /** Takes the reply of an asynchronous handler. Returns false if there is none yet. */
    private boolean takeReply(AsyncCall async) {
        recorder.leave();
        byte[] frame = async.isReplied() ? async.detach(0) : async.detach(current.detachHeaders());
        if (frame == null) {
            return false;
        }
        replyBuffer.reclaim();
        try {
            replyBuffer.output().write(frame, 0, frame.length);
        } catch (FrameOverflowException e) {
            failures.terminate(current.batch().origin(), "a reply could not be buffered", e);
        }
        return true;
    }

    /** Ends the call with an exception, which replaces anything that its processor has written. */
    private void fail(TApplicationException failure, CallOutcome.Kind kind) {
        reader.abandonMessage();
        end(kind, writeReply(failure));
    }

    /** Encodes an exception reply, unless the call is oneway. Returns its length. */
    private int writeReply(TApplicationException failure) {
        return current.isOneway() ? 0 : writeException(failure);
    }

    private void end(CallOutcome.Kind kind, int replyBytes) {
        ReadBatch batch = current.batch();
        recorder.end(
                current.services(),
                current.header().name,
                kind,
                current.messageBytes(),
                replyBytes,
                clock.sinceReading(batch.arrival()));
        notifyListeners(kind, replyBytes);
    }

    private void notifyListeners(CallOutcome.Kind kind, int replyBytes) {
        if (intercepted.isOpen()) {
            intercepted.end(kind, replyBytes, interceptors.areTimed() ? clock.read() : TimedOutcome.UNREAD);
        }
    }

    /** Returns the listener that records the end of the call if the handler replies later, on any thread. */
    private AsyncCall.Listener asyncListener() {
        ProcessorTable services = current.services();
        String name = current.header().name;
        InterceptedCall interceptedHere = intercepted;
        int messageBytes = current.messageBytes();
        long arrival = current.batch().arrival();
        long queued = clock.sinceReading(arrival);
        return (kind, replyBytes) -> {
            failures.countIfUnread(kind);
            long now = System.nanoTime();
            long handled = now - arrival - queued;
            metrics.endOnOtherThread(services, name, kind, messageBytes, replyBytes, queued, handled);
            if (interceptedHere.isOpen()) {
                asyncCalls.runEnding(() -> interceptedHere.end(kind, replyBytes, now));
            }
        };
    }

    /** If the call is oneway, records that it is about to run. From here on, no reply waits for it. */
    private void beginOneway() {
        if (current.isOneway()) {
            ReadBatch batch = current.batch();
            replyBuffer.beginOneway(
                    batch.origin(), current.number(), batch.frames().size() == 1);
        }
    }

    /** Encodes an exception reply. Returns its length. */
    private int writeException(TApplicationException failure) {
        return reader.writeException(current.batch(), current.header(), failure);
    }
}
