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

    private final byte[] request;
    private final byte[] reply;

    private Exchange(byte[] request, byte[] reply) {
        this.request = request;
        this.reply = reply;
    }

    /**
     * Encodes a request, and lets the handler answer it in this process: that is the expected reply.
     *
     * @param method which method to call
     * @param size see {@link Method#send}
     * @param handlerMicros see {@link Method#send}; the expected reply does not depend on it
     * @param protocol the encoding
     * @return the pair
     */
    public static Exchange of(Method method, int size, int handlerMicros, WireProtocol protocol) {
        try {
            TProtocolFactory factory = protocol.factory();
            TMemoryBuffer request = new TMemoryBuffer(size + 128);
            method.send(new BenchService.Client(factory.getProtocol(request)), size, handlerMicros);
            byte[] framed = framed(request);
            TMemoryBuffer reply = new TMemoryBuffer(size + 128);
            new BenchService.Processor<>(new BenchHandler())
                    .process(factory.getProtocol(request), factory.getProtocol(reply));
            return new Exchange(framed, framed(reply));
        } catch (TException impossible) {
            throw new IllegalStateException("cannot encode a call of " + method, impossible);
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
