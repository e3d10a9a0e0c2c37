package io.grizzlythrift.compat;

import io.grizzlythrift.frame.Dialect;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TEndpointTransport;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.TTransportFactory;

/**
 * Finds out what the transports of a factory make of a message, by letting one write a message and another one read it:
 * nothing, or a frame.
 *
 * @param dialect {@link Dialect#UNFRAMED} or {@link Dialect#FRAMED}
 * @param maxFrameBytes the largest frame, if framed
 */
record TransportProbe(Dialect dialect, int maxFrameBytes) {
    private static final byte[] MESSAGE = "a message".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FRAME = ByteBuffer.allocate(Integer.BYTES + MESSAGE.length)
            .putInt(MESSAGE.length)
            .put(MESSAGE)
            .array();

    /**
     * Tries the factories of a server.
     *
     * @throws IllegalArgumentException if they do anything else, or not the same
     */
    static TransportProbe of(TTransportFactory input, TTransportFactory output) {
        TConfiguration configuration = new TConfiguration();
        Optional<Dialect> written = tried("outputTransportFactory", output, () -> write(output, configuration));
        Optional<Dialect> read = tried("inputTransportFactory", input, () -> read(input, configuration));
        if (written.isEmpty() || !written.equals(read)) {
            throw new IllegalArgumentException("inputTransportFactory is " + SharedProtocol.nameOf(input)
                    + ", outputTransportFactory is " + SharedProtocol.nameOf(output)
                    + ": both must pass messages unchanged, or both as frames");
        }
        return new TransportProbe(written.get(), configuration.getMaxFrameSize());
    }

    @FunctionalInterface
    private interface Trial {
        Optional<Dialect> run() throws TTransportException;
    }

    private static Optional<Dialect> tried(String option, TTransportFactory factory, Trial trial) {
        try {
            return trial.run();
        } catch (TTransportException | RuntimeException e) {
            throw new IllegalArgumentException(
                    option + " is " + SharedProtocol.nameOf(factory)
                            + ", must make transports that pass messages unchanged, or as frames",
                    e);
        }
    }

    private static Optional<Dialect> write(TTransportFactory factory, TConfiguration configuration)
            throws TTransportException {
        byte[] target = new byte[2 * FRAME.length];
        Bytes bytes = new Bytes(configuration, ByteBuffer.wrap(target));
        TTransport transport = factory.getTransport(bytes);
        transport.write(MESSAGE, 0, MESSAGE.length);
        transport.flush();
        byte[] written = Arrays.copyOf(target, bytes.buffer.position());
        return Arrays.equals(written, MESSAGE)
                ? Optional.of(Dialect.UNFRAMED)
                : Arrays.equals(written, FRAME) ? Optional.of(Dialect.FRAMED) : Optional.empty();
    }

    private static Optional<Dialect> read(TTransportFactory factory, TConfiguration configuration)
            throws TTransportException {
        TTransport transport = factory.getTransport(new Bytes(configuration, ByteBuffer.wrap(FRAME)));
        byte[] first = new byte[MESSAGE.length];
        transport.readAll(first, 0, first.length);
        return Arrays.equals(first, MESSAGE)
                ? Optional.of(Dialect.FRAMED)
                : Arrays.equals(first, 0, first.length, FRAME, 0, first.length)
                        ? Optional.of(Dialect.UNFRAMED)
                        : Optional.empty();
    }

    /** The bytes below a transport. */
    private static final class Bytes extends TEndpointTransport {
        private final ByteBuffer buffer;

        Bytes(TConfiguration configuration, ByteBuffer buffer) throws TTransportException {
            super(configuration);
            this.buffer = buffer;
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
            int count = Math.min(length, buffer.remaining());
            buffer.get(target, offset, count);
            return count;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws TTransportException {
            if (length > buffer.remaining()) {
                throw new TTransportException("writes more than a frame");
            }
            buffer.put(bytes, offset, length);
        }
    }
}
