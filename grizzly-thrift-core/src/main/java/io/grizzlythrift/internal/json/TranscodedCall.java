package io.grizzlythrift.internal.json;

import io.grizzlythrift.internal.dispatch.CallTranscoder;
import io.grizzlythrift.internal.dispatch.CallTranscoder.Response;
import io.grizzlythrift.internal.dispatch.ResponseHead;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.internal.security.CallDenial;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;

/** A call that a request asks for. */
public abstract class TranscodedCall implements CallTranscoder {
    private static final int BINARY_VERSION = 0x8001_0000;
    private static final byte[] NO_BYTES = {};

    final Transcoders transcoders;
    private final TMessage header;
    private byte[] message = NO_BYTES;

    /** Is charged for the message and the reply. Set before the handler runs, which is before a reply has a result. */
    private MemoryAccount memory;

    /** The bytes charged for the message. */
    private int chargedBytes;

    TranscodedCall(String name, boolean oneway, Transcoders transcoders) {
        header = new TMessage(name, oneway ? TMessageType.ONEWAY : TMessageType.CALL, 0);
        this.transcoders = transcoders;
    }

    /**
     * Returns the batch to dispatch.
     *
     * @param headBytes the heap size of the head of the request
     */
    public final FrameBatch frames(int headBytes) {
        byte[] name = header.name.getBytes(StandardCharsets.UTF_8);
        byte[] beginning = ByteBuffer.allocate(name.length + 3 * Integer.BYTES)
                .putInt(BINARY_VERSION | header.type)
                .putInt(name.length)
                .put(name)
                .putInt(header.seqid)
                .array();
        return FrameBatch.ofTranscoded(beginning, headBytes + bodyBytes());
    }

    /** Returns the size of the array of the body. */
    abstract int bodyBytes();

    /** Returns the heap that {@link #writeArguments} needs besides body and message. */
    abstract long conversionBytes();

    /** Writes the arguments as a struct. */
    abstract void writeArguments(TProtocol out) throws TException, IOException;

    /** Reads the result of a call that did not fail, and converts it to what {@link #transcode} returns. */
    abstract ByteBuffer convertResult(TProtocol in, MemoryAccount memory) throws TException, IOException;

    @Override
    public final byte[] convert(MemoryAccount memory) throws TApplicationException {
        this.memory = memory;
        ChargedOutput out = new ChargedOutput(memory, transcoders.configuration());
        try {
            message = out.write(header, conversionBytes(), this::writeArguments);
        } finally {
            chargedBytes = out.chargedBytes();
        }
        return message;
    }

    @Override
    public final byte[] message() {
        return message;
    }

    @Override
    public final void release(MemoryAccount memory) {
        message = NO_BYTES; // who still reads it has the array
        if (chargedBytes > 0) {
            memory.removeWaitingFrames(chargedBytes, null);
            chargedBytes = 0;
        }
    }

    @Override
    public Optional<ProcessorTable> services() {
        return Optional.empty();
    }

    @Override
    public final ByteBuffer transcode(byte[] array, int offset, int length) {
        return transcoders.convert(header, array, offset, length, in -> convertResult(in, memory));
    }

    @Override
    public ResponseHead headOf(int status) {
        return JsonHeads.json(status);
    }

    @Override
    public final ResponseHead headOfOneway() {
        return JsonHeads.json(JsonHeads.ACCEPTED);
    }

    @Override
    public final Response failure(TApplicationException failure) {
        return JsonFailures.of(failure);
    }

    @Override
    public final Response denial(CallDenial denial) {
        return JsonFailures.denial(denial);
    }
}
