package io.grizzlythrift.bench.micro;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.service.Exchange;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;
import io.grizzlythrift.bench.service.WireProtocol;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;

/**
 * Counts the bytes that a library copies between the array of a read and the array of a reply. Bytes are copied unless
 * a change of the memory that they came from shows in them; how often they were copied is not counted.
 */
public interface CopyProbe {
    /** Frames of a read. */
    int FRAMES = 16;

    /** Bytes of a binary value. */
    int VALUE_BYTES = 3 * 1024;

    /** {@return the server of this library} */
    static CopyProbe ofThisLibrary() {
        return new OwnCopies();
    }

    /** {@return the framed transport of libthrift, which its blocking servers use} */
    static CopyProbe ofLibthrift() {
        return new LibthriftCopies();
    }

    /** {@return the bytes copied from a read of {@value #FRAMES} calls into their frames} */
    long frames() throws TException;

    /** {@return the bytes copied from the frame of a call into its binary argument} */
    long argument() throws TException;

    /** {@return the bytes copied from a binary result into the frame of its reply} */
    long result() throws TException;

    /** A call with a binary argument, as it arrives. */
    static byte[] request() {
        return Exchange.of(new PreparedCall(Method.BLOB, VALUE_BYTES, 0), WireProtocol.COMPACT)
                .request();
    }

    static ByteBuffer argumentOf(TProtocol protocol) throws TException {
        protocol.readMessageBegin();
        BenchService.blob_args arguments = new BenchService.blob_args();
        arguments.read(protocol);
        protocol.readMessageEnd();
        return arguments.bytes;
    }

    static BenchService.blob_result resultOf(byte[] value) {
        BenchService.blob_result result = new BenchService.blob_result();
        result.setSuccess(ByteBuffer.wrap(value));
        return result;
    }

    /** Returns the bytes of a copy: all of them if it does not change with its source, otherwise none. */
    static int copied(byte[] source, ByteBuffer copy) {
        byte[] before = bytes(copy);
        invert(source);
        boolean shared = !Arrays.equals(before, bytes(copy));
        invert(source);
        return shared ? 0 : before.length;
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static void invert(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) ~bytes[i];
        }
    }
}
