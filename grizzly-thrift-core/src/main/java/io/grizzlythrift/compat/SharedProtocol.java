package io.grizzlythrift.compat;

import io.grizzlythrift.message.ThriftProtocol;
import java.util.Arrays;
import java.util.List;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TMemoryBuffer;
import org.apache.thrift.transport.TTransportException;

/** Checks that libthrift's input and output protocol factories create the same protocol, and returns it. */
final class SharedProtocol {
    /** A string length of 2^31 - 1 in the compact protocol. */
    private static final byte[] LARGEST_STRING = {-1, -1, -1, -1, 7};

    /** A list header with element type byte and a separate length of 2^31 - 1. */
    private static final byte[] LARGEST_LIST = {(byte) 0xf3, -1, -1, -1, -1, 7};

    private SharedProtocol() {}

    /**
     * Returns the protocol of both factories. The limits are those of the input factory, because writing has none.
     *
     * @throws IllegalArgumentException if the factories differ
     */
    static TProtocolFactory of(TProtocolFactory input, TProtocolFactory output) {
        if (input == null || output == null || (input != output && !encodeAlike(input, output))) {
            throw new IllegalArgumentException("inputProtocolFactory is " + nameOf(input)
                    + ", outputProtocolFactory is " + nameOf(output)
                    + ": must be the same protocol; protocolFactory sets both");
        }
        return isPlainCompact(input) ? ThriftProtocol.COMPACT : input;
    }

    /**
     * Checks that both factories make a protocol in which messages can be recognized without frames, and returns it. Their
     * limits on strings and containers do not apply: those of a message do.
     *
     * @throws IllegalArgumentException if they are neither strict binary nor compact, or differ
     */
    static TProtocolFactory ofUnframed(TProtocolFactory input, TProtocolFactory output) {
        of(input, output);
        for (ThriftProtocol known : List.of(ThriftProtocol.BINARY, ThriftProtocol.COMPACT)) {
            if (Arrays.equals(sampleOf(input), sampleOf(known))) {
                return known;
            }
        }
        throw new IllegalArgumentException("protocolFactory is " + nameOf(input)
                + ", must be strict binary or compact, unless transportFactory makes framed transports");
    }

    static String nameOf(Object argument) {
        return argument == null ? "null" : "a " + argument.getClass().getName();
    }

    private static boolean encodeAlike(TProtocolFactory one, TProtocolFactory other) {
        return one.getClass() == other.getClass() && Arrays.equals(sampleOf(one), sampleOf(other));
    }

    private static byte[] sampleOf(TProtocolFactory factory) {
        try {
            TMemoryBuffer buffer = new TMemoryBuffer(64);
            TProtocol out = factory.getProtocol(buffer);
            out.writeMessageBegin(new TMessage("sample", TMessageType.CALL, 1));
            out.writeStructBegin(new TStruct("sample"));
            out.writeFieldBegin(new TField("text", TType.STRING, (short) 1));
            out.writeString("text");
            out.writeFieldEnd();
            out.writeFieldStop();
            out.writeStructEnd();
            out.writeMessageEnd();
            out.getTransport().flush();
            return Arrays.copyOf(buffer.getArray(), buffer.length());
        } catch (TException e) {
            throw new IllegalArgumentException(nameOf(factory) + " cannot write a message", e);
        }
    }

    /** Returns whether the faster {@link ThriftProtocol#COMPACT} is equivalent. */
    private static boolean isPlainCompact(TProtocolFactory factory) {
        return factory.getClass() == TCompactProtocol.Factory.class && !isLimited(factory);
    }

    /** Returns whether the protocol itself limits the length of lists or strings, in addition to the transport. */
    private static boolean isLimited(TProtocolFactory compact) {
        return rejects(compact, LARGEST_LIST, TProtocol::readListBegin)
                || rejects(compact, LARGEST_STRING, TProtocol::readString);
    }

    private static boolean rejects(TProtocolFactory compact, byte[] bytes, ReadOperation read) {
        try {
            read.from(compact.getProtocol(new UnlimitedTransport(bytes)));
            return false;
        } catch (TProtocolException e) {
            return true;
        } catch (TException | IndexOutOfBoundsException e) { // the length was accepted, but no bytes follow
            return false;
        }
    }

    @FunctionalInterface
    private interface ReadOperation {
        Object from(TProtocol protocol) throws TException;
    }

    /** A transport without limits, so that only the limit of the protocol applies. */
    private static final class UnlimitedTransport extends TMemoryBuffer {
        private int position;

        UnlimitedTransport(byte[] bytes) throws TTransportException {
            super(bytes.length);
            write(bytes);
        }

        @Override
        public byte[] getBuffer() {
            return getArray();
        }

        @Override
        public int getBufferPosition() {
            return position;
        }

        @Override
        public int getBytesRemainingInBuffer() {
            return Integer.MAX_VALUE;
        }

        @Override
        public void consumeBuffer(int count) {
            position += count;
        }

        @Override
        public void checkReadBytesAvailable(long count) {}
    }
}
