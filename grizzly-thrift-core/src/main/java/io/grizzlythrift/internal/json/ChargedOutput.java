package io.grizzlythrift.internal.json;

import io.grizzlythrift.internal.call.ErrorReply;
import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.internal.memory.MemoryAccount;
import java.io.IOException;
import java.util.Arrays;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/**
 * Collects the bytes of one message, which may be longer than the JSON of which it is made, and charges them to the memory
 * account of the connection as it grows. Used by one thread.
 */
final class ChargedOutput extends TTransport {
    private static final int INITIAL_BYTES = 512;

    /** Writes the arguments of a call. */
    interface Writer {
        void write(TProtocol out) throws TException, IOException;
    }

    private final MemoryAccount memory;
    private final TConfiguration configuration;
    private byte[] array = new byte[0];
    private int size;
    private int chargedBytes;

    /** The reason why nothing more can be written, or null. */
    private TApplicationException full;

    /** @param configuration has the largest size of the message */
    ChargedOutput(MemoryAccount memory, TConfiguration configuration) {
        this.memory = memory;
        this.configuration = configuration;
    }

    /**
     * Writes a message.
     *
     * @throws TApplicationException the reply, if the arguments cannot be written
     */
    byte[] write(TMessage header, Writer arguments) throws TApplicationException {
        TProtocol protocol = new TBinaryProtocol(this);
        try {
            protocol.writeMessageBegin(header);
            arguments.write(protocol);
            protocol.writeMessageEnd();
        } catch (TApplicationException e) {
            throw e;
        } catch (TException | IOException | RuntimeException e) {
            if (full != null) {
                throw full;
            }
            throw new ErrorReply(TApplicationException.PROTOCOL_ERROR, String.valueOf(e.getMessage()));
        }
        return size == array.length ? array : Arrays.copyOf(array, size);
    }

    int chargedBytes() {
        return chargedBytes;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws TTransportException {
        if (length > array.length - size) {
            grow(length);
        }
        System.arraycopy(bytes, offset, array, size, length);
        size += length;
    }

    private void grow(int length) throws TTransportException {
        long needed = (long) size + length;
        int max = configuration.getMaxFrameSize();
        if (needed > max) {
            throw full(new ErrorReply(
                    TApplicationException.PROTOCOL_ERROR,
                    "the arguments take more than " + max + " bytes in the binary protocol, which is maxFrameBytes"));
        }
        int grown = (int) Math.min(max, Math.max(needed, Math.max(INITIAL_BYTES, 2L * array.length)));
        int more = grown - chargedBytes;
        if (!memory.growWaitingFrame(more, chargedBytes)) {
            chargedBytes = 0;
            throw full(new RejectedCall(RejectedCall.Reason.OVERLOADED, memory.describe()));
        }
        chargedBytes = grown;
        array = Arrays.copyOf(array, grown);
    }

    private TTransportException full(TApplicationException reason) {
        full = reason;
        return new TTransportException(TTransportException.MESSAGE_SIZE_LIMIT, reason.getMessage());
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void open() {}

    @Override
    public void close() {}

    @Override
    public int read(byte[] target, int offset, int length) {
        throw new UnsupportedOperationException("only written to");
    }

    @Override
    public TConfiguration getConfiguration() {
        return configuration;
    }

    @Override
    public void updateKnownMessageSize(long bytes) {}

    @Override
    public void resetMessageSizeAndConsumedBytes(long bytes) {}

    @Override
    public void checkReadBytesAvailable(long bytes) {}
}
