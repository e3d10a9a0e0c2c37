package io.grizzlythrift.dispatch;

import io.grizzlythrift.call.CallOutcome;
import io.grizzlythrift.frame.FrameOutput;
import io.grizzlythrift.message.MessageProtocol;
import io.grizzlythrift.message.MessageTransport;
import java.util.Arrays;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;

/** What one thread needs to write answers of asynchronous handlers, one after the other. */
public final class AsyncReplyEncoder {
    private static final int RETAINED_BYTES = 64 * 1024;

    /**
     * An answer.
     *
     * @param frame its length in front; empty if there is none
     */
    @SuppressWarnings("ArrayRecordComponent") // answers are never compared
    record Answer(byte[] frame, CallOutcome.Kind kind) {}

    private final ServiceConfig service;
    private final WrittenOutcome kinds;
    private final FrameOutput output = new FrameOutput(RETAINED_BYTES);
    private final MessageTransport transport;
    private MessageProtocol protocol;

    AsyncReplyEncoder(ServiceConfig service) {
        this.service = service;
        kinds = new WrittenOutcome(service.protocol());
        transport = new MessageTransport(service.thriftConfiguration(), output, () -> {});
        protocol = MessageProtocol.create(service.protocol(), transport);
    }

    static int messageLength(byte[] frame) {
        return Math.max(0, frame.length - Integer.BYTES);
    }

    /** Begins an answer. One that was begun and not ended, because it cannot be encoded, is dropped. */
    public TProtocol begin() {
        if (transport.hasWritten()) {
            transport.dropMessage();
            protocol = MessageProtocol.create(service.protocol(), transport);
        }
        return protocol.protocol();
    }

    /** Ends the answer that was begun, if one was. Nothing of it is left for the next one, even if this throws. */
    Answer end() {
        int length = transport.endMessage();
        try {
            CallOutcome.Kind kind =
                    length == 0 ? CallOutcome.Kind.REPLIED : kinds.of(protocol.writtenType(), output, length);
            return new Answer(Arrays.copyOf(output.array(), output.size()), kind);
        } finally {
            output.clear();
        }
    }

    Answer exception(TMessage header, TApplicationException failure) {
        if (header.type == TMessageType.ONEWAY) {
            return new Answer(new byte[0], WrittenOutcome.of(failure));
        }
        try {
            CallFailures.write(header, failure, begin());
        } catch (TException e) {
            throw new IllegalStateException("an exception cannot be encoded", e);
        }
        return end();
    }
}
