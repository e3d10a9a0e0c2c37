package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.TransformException;
import io.grizzlythrift.internal.message.ArgumentHeaderField;
import io.grizzlythrift.internal.message.FormatProtocols;
import io.grizzlythrift.internal.message.MessageTransport;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.TServiceClient;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TTransportException;

/**
 * Encodes calls and decodes replies with generated clients, one for each service that is called. Not thread-safe;
 * reused: see {@link CodecPool}.
 *
 * <p>Calls are encoded one after another into the same array: see {@link CallBuffers}.
 */
public final class CallCodec {
    /** Message headers are shorter than this, unless the name of the method is very long. */
    private static final int USUAL_HEADER_BYTES = 512;

    /** The message header of a compressed reply must not be longer. */
    private static final int LARGEST_HEADER_BYTES = 8 * 1024;

    /** An exception that is larger, compressed or not, is not a rejection: the thread that reads does not restore it. */
    private static final int LARGEST_REJECTION_BYTES = 8 * 1024;

    private static final VarHandle SEQUENCE_ID =
            VarHandles.of(MethodHandles.lookup(), TServiceClient.class, "seqid_", int.class);

    private static final TStruct NO_ARGUMENTS = new TStruct("args");

    private final WireFormat format;
    private final FrameOutput output = new FrameOutput(0);
    private final CallBuffers buffers = new CallBuffers(output);
    private final MessageTransport transport;
    private final int maxFrameBytes;
    private final ByteLimit restoredBytes;

    /** The protocol of the client, in which every call is written. */
    private final ProtocolClients own;

    /** The other protocol of frames with a header; null until a reply is in that protocol. */
    private ProtocolClients other;

    /** The protocol of the message that is being read. */
    private ProtocolClients reading;

    private byte[] array;
    private int offset;
    private int length;
    private TMessage header;

    /** The header of the frame if its message is compressed and was not restored yet; otherwise null. */
    private FrameHeader compressed;

    /** The bytes taken from {@link #restoredBytes} for the message that is being read. */
    private long restored;

    private boolean stale;

    /** Created when the first call is encoded. */
    private QueuedBytes.Reservation reservation;

    /** Creates a codec of one client, with libthrift's limit on nested structs. */
    public CallCodec(TProtocolFactory protocolFactory, WireFormat format, int maxFrameBytes, ByteLimit restoredBytes) {
        this(protocolFactory, format, maxFrameBytes, TConfiguration.DEFAULT_RECURSION_DEPTH, restoredBytes);
    }

    /**
     * Creates a codec of one client.
     *
     * @param format how messages are framed on a connection
     * @param maxDepth the limit on nested structs
     * @param restoredBytes limits compressed replies
     */
    public CallCodec(
            TProtocolFactory protocolFactory,
            WireFormat format,
            int maxFrameBytes,
            int maxDepth,
            ByteLimit restoredBytes) {
        this.maxFrameBytes = maxFrameBytes;
        this.restoredBytes = restoredBytes;
        this.format = format;
        transport = new MessageTransport(maxFrameBytes, maxDepth, output, () -> {});
        transport.writeFrames(format.isFramed());
        own = new ProtocolClients(protocolFactory, transport);
        reading = own;
    }

    /** Writes one message with a given sequence id. */
    @FunctionalInterface
    public interface Encoder {
        /** Encodes a message. After an exception the codec is in its initial state. */
        void encode(CallCodec codec, int sequenceId) throws TException;

        /** {@return whether it has kept a copy of the message, and encodes that from now on} */
        default boolean hasKept() {
            return false;
        }
    }

    /** Receives an encoded message. */
    @FunctionalInterface
    public interface FrameTarget {
        /** Takes the position of the timeout in the frame that follows. Does nothing unless it is overridden. */
        default void timeout(TimeoutField field) {}

        /**
         * Takes a frame or an unframed message. Its bytes do not change any more, except through the {@link
         * TimeoutField}, until the target reports that it has copied them: {@link CallBuffer#copied}.
         *
         * @param length the length including the prefix
         * @param prefixBytes 4 for the length in front of the message, or 0
         */
        void frame(CallBuffer buffer, int offset, int length, int prefixBytes);
    }

    /** Encodes a message without a header. After an exception the codec is as new. */
    public void encode(FrameTarget target, int sequenceId, Encoder encoder) throws TException {
        encode(target, sequenceId, null, encoder);
    }

    /**
     * Encodes a message. After an exception the codec is as new.
     *
     * @param headers the headers to write, in front of the message or in a field of its arguments; null for none
     */
    public void encode(FrameTarget target, int sequenceId, CallHeaders headers, Encoder encoder) throws TException {
        buffers.begin();
        int start = output.size();
        try {
            if (headers != null && !headers.areInArguments()) {
                transport.writeHeader(() -> headers.outgoing(sequenceId));
            }
            encoder.encode(this, sequenceId);
            if (headers != null && headers.areInArguments() && !headers.sent().isEmpty()) {
                writeArgumentHeaders(headers);
            }
            transport.endMessage();
        } catch (Throwable t) {
            transport.dropMessage();
            transport.writeFrames(format.isFramed()); // resets the header that was set
            buffers.dropIfLarge();
            renew();
            throw t;
        }
        if (headers != null && headers.hasTimeout()) {
            target.timeout(TimeoutField.in(output.array(), start, format.prefixBytes()));
        }
        int frameLength = output.size() - start;
        target.frame(buffers.end(), start, frameLength, format.prefixBytes());
    }

    /**
     * Replaces the stop byte of the arguments with the headers: in binary and compact, it is the last byte of a
     * message.
     */
    private void writeArgumentHeaders(CallHeaders headers) throws TException {
        int stop = output.size() - 1;
        if (output.array()[stop] == TType.STOP) {
            output.rewind(stop);
            ArgumentHeaderField.writeLast(own.protocol(), headers.sent().asMap());
        }
    }

    /** Writes the message of a generated method. */
    public void writeCall(GeneratedMethod method, Object[] arguments, int sequenceId) throws TException {
        TServiceClient client = own.clientOf(method.service());
        SEQUENCE_ID.set(client, sequenceId - 1); // generated code adds one
        method.send(client, arguments);
    }

    /**
     * Returns a copy of the message that was written, for {@link #writeAgain}. Only for {@link ThriftProtocol}s.
     *
     * @param memory counts the copy until it is passed to {@link #drop}, or to {@link QueuedBytes#giveBackKept}
     * @return empty if there is no room for a copy
     */
    public Optional<byte[]> keepWritten(QueuedBytes memory) {
        int bytes = transport.writtenBytes();
        if (!reserved(memory).keep(bytes)) {
            return Optional.empty();
        }
        try {
            return Optional.of(transport.copyOfWritten());
        } catch (OutOfMemoryError e) {
            reserved(memory).giveBackKept(bytes);
            throw e;
        }
    }

    /** Drops a copy that {@link #keepWritten} returned. */
    public void drop(QueuedBytes memory, byte[] kept) {
        reserved(memory).giveBackKept(kept.length);
    }

    /** Writes a message that {@link #keepWritten} returned, with another sequence id. */
    public void writeAgain(byte[] message, int sequenceId) throws TException {
        read(message, 0, message.length);
        copyMessage(sequenceId);
    }

    /** Writes the message of a method without arguments. The method need not exist. */
    public void writeEmptyCall(String method, int sequenceId) throws TException {
        TProtocol out = own.protocol();
        out.writeMessageBegin(new TMessage(method, TMessageType.CALL, sequenceId));
        out.writeStructBegin(NO_ARGUMENTS);
        out.writeFieldStop();
        out.writeStructEnd();
        out.writeMessageEnd();
    }

    /** Takes memory for an encoded call. Returns false if there is none. */
    public boolean takeMemory(QueuedBytes memory, int bytes) {
        return reserved(memory).take(bytes);
    }

    private QueuedBytes.Reservation reserved(QueuedBytes memory) {
        if (reservation == null) {
            reservation = memory.new Reservation();
        }
        return reservation;
    }

    /** Releases what the codec holds; it must not be used again. */
    public void close() {
        if (reservation != null) {
            reservation.close();
        }
    }

    /**
     * A message whose header was read. If it is compressed, array, offset and length describe it as it was received.
     *
     * @param offset the position of the message in the array
     * @param length the length of the message
     * @param bodyOffset the position after the header
     * @param protocol the protocol of the message
     * @param compressed the header of its frame if the message is compressed; otherwise null
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Message(
            byte[] array,
            int offset,
            int length,
            TMessage header,
            int bodyOffset,
            TProtocolFactory protocol,
            FrameHeader compressed) {

        /** {@return whether {@link #resume} must restore the message} */
        public boolean isCompressed() {
            return compressed != null;
        }
    }

    /**
     * Returns the message that is being read; any codec of the client can continue it with {@link #resume}. Its array is
     * retained from now on.
     */
    public Message message() {
        transport.retainInput();
        return new Message(array, offset, length, header, transport.getBufferPosition(), reading.factory(), compressed);
    }

    /**
     * Returns whether the arrays of messages that were read since the last call of this method may still be in use: by a
     * {@link #message()}, or by a long result of type binary, which is a slice.
     */
    public boolean takeInputRetained() {
        return transport.takeInputRetained();
    }

    /** Continues reading a message after its header. */
    public void resume(Message message) throws TException {
        readIn(message.protocol);
        if (message.compressed != null) {
            readRestored(message.compressed, maxFrameBytes);
            return;
        }
        if (!reading.messages().skipHeader()) {
            readHeader(message.array, message.offset, message.length);
            return;
        }
        array = message.array;
        offset = message.offset;
        length = message.length;
        header = message.header;
        transport.readFrame(array, message.bodyOffset, offset + length - message.bodyOffset);
    }

    /** Chooses the protocol of the message that is read next. */
    private void readIn(TProtocolFactory protocol) {
        if (protocol == own.factory()) {
            reading = own;
            return;
        }
        if (other == null || other.factory() != protocol) {
            other = new ProtocolClients(protocol, transport);
        }
        reading = other;
    }

    /**
     * Starts reading a frame with a header, in the protocol that the header names: a server may reply in another one
     * than that of the call.
     *
     * @return the header of the message, which {@link #header()} returns from then on
     */
    public TMessage read(FrameHeader frame, byte[] frameArray, int frameOffset, int frameLength)
            throws TException, TransformException {
        WireFormat named = WireFormat.ofHeader(frame.protocolId())
                .orElseThrow(() -> new TProtocolException(
                        TProtocolException.BAD_VERSION,
                        "the header names protocol " + Integer.toUnsignedString(frame.protocolId())
                                + ", which is not known"));
        readIn(FormatProtocols.factoryOf(named, Optional.empty()));
        return frame.isTransformed() ? readCompressed(frame) : readHeader(frameArray, frameOffset, frameLength);
    }

    /**
     * Starts reading a compressed message: restores only enough bytes for its header. {@link #resume} restores the
     * whole message.
     *
     * @return its header
     */
    private TMessage readCompressed(FrameHeader frame) throws TException, TransformException {
        byte[] beginning = frame.restoreBeginning(USUAL_HEADER_BYTES);
        try {
            readHeader(beginning, 0, beginning.length);
        } catch (TException e) {
            if (beginning.length < USUAL_HEADER_BYTES) { // all of the message
                throw e;
            }
            renew();
            beginning = frame.restoreBeginning(LARGEST_HEADER_BYTES);
            readHeader(beginning, 0, beginning.length);
        }
        length = frame.payloadLength();
        compressed = frame;
        return header;
    }

    /** Restores a message of at most the size of a rejection, which takes little time. */
    private void readSmall(FrameHeader frame) throws TException {
        if (frame.payloadLength() > LARGEST_REJECTION_BYTES) {
            throw new TTransportException(TTransportException.MESSAGE_SIZE_LIMIT, "the exception is too large");
        }
        readRestored(frame, Math.min(maxFrameBytes, LARGEST_REJECTION_BYTES));
    }

    private void readRestored(FrameHeader frame, int maxBytes) throws TException {
        byte[] message;
        try {
            message = frame.restore(maxBytes, this::takeRestored);
        } catch (TransformException e) {
            throw new TTransportException(TTransportException.CORRUPTED_DATA, e.getMessage(), e);
        }
        readHeader(message, 0, message.length);
    }

    private boolean takeRestored(int bytes) {
        boolean taken = restoredBytes.takeOrGiveBack(bytes, restored);
        restored = taken ? restored + bytes : 0;
        return taken;
    }

    /** {@return whether the message that is being read is compressed, so that {@link #resume} must read it} */
    public boolean isCompressed() {
        return compressed != null;
    }

    /**
     * Starts reading a frame in the protocol of the client.
     *
     * @return its header, which {@link #header()} returns from then on
     */
    public TMessage read(byte[] frameArray, int frameOffset, int frameLength) throws TException {
        reading = own;
        return readHeader(frameArray, frameOffset, frameLength);
    }

    private TMessage readHeader(byte[] frameArray, int frameOffset, int frameLength) throws TException {
        array = frameArray;
        offset = frameOffset;
        length = frameLength;
        compressed = null;
        transport.readFrame(array, offset, length);
        header = reading.messages().readHeader();
        return header;
    }

    /**
     * Reads the frame as a rejection by the server. In any case, the frame can be read again afterwards.
     *
     * @return the rejection; empty if the frame is another exception, or cannot be read
     */
    public Optional<RejectedCall> readRejection() {
        if (compressed != null) {
            return readCompressedRejection(compressed);
        }
        Optional<RejectedCall> rejection;
        try {
            reading.messages().replay(header);
            reading.protocol().readMessageBegin();
            rejection = RejectedCall.readRejection(reading.protocol());
        } catch (TException | RuntimeException e) {
            renew();
            rejection = Optional.empty();
        }
        try {
            readHeader(array, offset, length);
        } catch (TException e) {
            throw new IllegalStateException("it was read before", e);
        }
        return rejection;
    }

    /**
     * Reads the frame as an exception. It cannot be read again afterwards.
     *
     * @return the exception; empty if it cannot be read
     */
    public Optional<TApplicationException> readException() {
        try {
            if (compressed != null) {
                readSmall(compressed);
            }
            reading.messages().replay(header);
            reading.protocol().readMessageBegin();
            return Optional.of(TApplicationException.readFrom(reading.protocol()));
        } catch (TException | RuntimeException e) {
            renew();
            return Optional.empty();
        }
    }

    /** Restores a compressed exception and reads it as a rejection, unless it is larger than any rejection. */
    private Optional<RejectedCall> readCompressedRejection(FrameHeader frame) {
        try {
            readSmall(frame);
            return readRejection();
        } catch (TException | RuntimeException e) {
            renew();
            compressed = frame;
            return Optional.empty();
        }
    }

    /** Reads the result of a generated method after the header, or throws the exception of the reply. */
    public Object readResult(GeneratedMethod method) throws TException {
        if (header.type != TMessageType.REPLY && header.type != TMessageType.EXCEPTION) {
            throw new TProtocolException(
                    TProtocolException.INVALID_DATA,
                    "message type " + header.type + " is neither REPLY (2) nor EXCEPTION (3)");
        }
        TServiceClient client = reading.clientOf(method.service());
        reading.messages().replay(header);
        SEQUENCE_ID.set(client, header.seqid);
        try {
            return method.receive(client);
        } catch (TProtocolException | TTransportException | RuntimeException | Error e) {
            renew();
            throw e;
        }
    }

    public int length() {
        return length;
    }

    public TMessage header() {
        return header;
    }

    /**
     * Copies the message that is being read to the output, in the protocol of the client, with another sequence id. Only
     * for {@link ThriftProtocol}s.
     */
    public void copyMessage(int sequenceId) throws TException {
        if (reading != own) {
            reading.messages().replay(header);
            MessageCopy.copy(reading.protocol(), own.protocol(), sequenceId);
            return;
        }
        int position = transport.getBufferPosition();
        boolean json = own.factory() == ThriftProtocol.JSON;
        if (json) {
            position--; // the protocol has read one byte ahead, to find the end of the number
            renew(); // its context is inside a list
        }
        own.protocol().writeMessageBegin(new TMessage(header.name, header.type, sequenceId));
        transport.write(array, position, offset + length - position);
        if (json) {
            renew();
        }
    }

    /** Drops the frame that was read, so that its array can be garbage-collected. */
    void release() {
        transport.releaseInput();
        array = null;
        header = null;
        compressed = null;
        if (restored > 0) {
            restoredBytes.giveBack(restored);
            restored = 0;
        }
    }

    /** Recreates everything that may hold the state of a message that was only partly read or written. */
    public void renew() {
        stale = true;
        own.renew();
        if (other != null) {
            other.renew();
        }
        stale = false;
    }

    /** {@return whether {@link #renew} ran out of memory, so that the codec must not be used again} */
    boolean isStale() {
        return stale;
    }
}
