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
    /** Writes the arguments of a call. */
    interface Writer {
        void write(TProtocol out) throws TException, IOException;
    }

    private final TConfiguration configuration;
    private final ChargedArray bytes;

    /** The reason why nothing more can be written, or null. */
    private TApplicationException full;

    /** @param configuration has the largest size of the message */
    ChargedOutput(MemoryAccount memory, TConfiguration configuration) {
        this.configuration = configuration;
        bytes = new ChargedArray(memory, configuration.getMaxFrameSize());
    }

    /**
     * Writes a message.
     *
     * @param writerBytes the heap that the writer of the arguments needs meanwhile
     * @throws TApplicationException the reply, if the arguments cannot be written
     */
    byte[] write(TMessage header, long writerBytes, Writer arguments) throws TApplicationException {
        TProtocol protocol = new TBinaryProtocol(this);
        try {
            if (!bytes.reserve(writerBytes)) {
                throw noRoom();
            }
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
        } finally {
            bytes.releaseReserved();
        }
        int size = bytes.size();
        return size == bytes.array().length ? bytes.array() : Arrays.copyOf(bytes.array(), size);
    }

    int chargedBytes() {
        return bytes.chargedBytes();
    }

    @Override
    public void write(byte[] source, int offset, int length) throws TTransportException {
        if (!bytes.fits(length)) {
            throw full(new ErrorReply(
                    TApplicationException.PROTOCOL_ERROR,
                    "the arguments take more than " + configuration.getMaxFrameSize()
                            + " bytes in the binary protocol, which is maxFrameBytes"));
        }
        if (!bytes.append(source, offset, length)) {
            throw full(noRoom());
        }
    }

    private RejectedCall noRoom() {
        return new RejectedCall(RejectedCall.Reason.OVERLOADED, bytes.describeMemory());
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
