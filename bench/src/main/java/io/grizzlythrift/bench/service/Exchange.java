package io.grizzlythrift.bench.service;

import io.grizzlythrift.bench.gen.BenchService;
import java.nio.ByteBuffer;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TMemoryBuffer;

/**
 * One request and the reply it must get, both encoded and framed.
 *
 * <p>The sequence id is fixed, so all requests of a run are the same bytes, and so are all replies.
 */
public final class Exchange {
    private static final int HEADER_BYTES = Integer.BYTES;
    /** Of a message beside the text or bytes it carries: libthrift's buffer reads no more than its first size. */
    private static final int OVERHEAD_BYTES = 128;

    private final byte[] request;
    private final byte[] reply;

    private Exchange(byte[] request, byte[] reply) {
        this.request = request;
        this.reply = reply;
    }

    /**
     * Encodes a request, and lets the handler answer it in this process: that is the expected reply.
     *
     * @param call what to call
     * @param protocol the encoding
     * @return the pair
     */
    public static Exchange of(PreparedCall call, WireProtocol protocol) {
        try {
            TProtocolFactory factory = protocol.factory();
            TMemoryBuffer request = new TMemoryBuffer(call.size() + OVERHEAD_BYTES);
            call.send(new BenchService.Client(factory.getProtocol(request)));
            byte[] framed = framed(request);
            TMemoryBuffer reply = new TMemoryBuffer(call.size() + OVERHEAD_BYTES);
            new BenchService.Processor<>(new BenchHandler())
                    .process(factory.getProtocol(request), factory.getProtocol(reply));
            return new Exchange(framed, framed(reply));
        } catch (TException impossible) {
            throw new IllegalStateException("cannot encode a call", impossible);
        }
    }

    /**
     * The request as it goes over the wire.
     *
     * @return a copy, with its frame length
     */
    public byte[] request() {
        return request.clone();
    }

    /**
     * The one right answer to the request.
     *
     * @return a copy, with its frame length
     */
    public byte[] reply() {
        return reply.clone();
    }

    private static byte[] framed(TMemoryBuffer message) {
        byte[] frame = new byte[HEADER_BYTES + message.length()];
        ByteBuffer.wrap(frame).putInt(message.length());
        System.arraycopy(message.getArray(), 0, frame, HEADER_BYTES, message.length());
        return frame;
    }
}
