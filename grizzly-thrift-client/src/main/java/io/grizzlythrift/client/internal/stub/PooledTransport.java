package io.grizzlythrift.client.internal.stub;

import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.internal.call.CallBuffer;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.InheritedContext;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.endpoint.ConnectionPool;
import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.message.MessageTransport;
import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/**
 * The transport of an existing generated {@code Client}. Each message becomes a call: its sequence id is replaced with one of
 * the connection on the way out, and restored on the way in. So the {@code Client} need not know that it shares the connection.
 * Not thread-safe, like any transport.
 */
public final class PooledTransport extends TTransport {
    private static final int RETAINED_BYTES = 64 * 1024;
    private static final int LENGTH_BYTES = Integer.BYTES;

    /** A call, and the sequence id that the generated client assigned to it. */
    private record Sent(TransportCall call, int clientId) {}

    private final ClientContext context;
    private final ConnectionPool pool;
    private final StubSettings settings;

    private final FrameOutput output = new FrameOutput(RETAINED_BYTES);
    private final MessageTransport message;
    private final Queue<Sent> awaitingReply = new ArrayDeque<>();
    private boolean closed;

    public PooledTransport(ClientContext context, ConnectionPool pool, CallOptions options) {
        this.context = context;
        this.pool = pool;
        settings = new StubSettings(context, options);
        message = new MessageTransport(
                context.config().maxFrameBytes(), context.config().maxDepth(), output, () -> {});
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    /** Does nothing: a transport is open from the start. */
    @Override
    public void open() throws TTransportException {
        requireOpen();
    }

    private void requireOpen() throws TTransportException {
        if (closed) {
            throw new TTransportException(TTransportException.NOT_OPEN, "the transport was closed");
        }
    }

    @Override
    public void close() {
        closed = true;
        message.releaseInput();
        message.dropMessage();
        awaitingReply.forEach(sent -> sent.call().cancel());
        awaitingReply.clear();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws TTransportException {
        requireOpen();
        message.write(bytes, offset, length);
    }

    /** Starts the call that was written. Waits until a oneway call is handed to the socket. */
    @Override
    public void flush() throws TTransportException {
        requireOpen();
        if (!message.hasWritten()) {
            return;
        }
        message.endMessage();
        if (awaitingReply.isEmpty()) {
            message.releaseInput(); // the rest of a reply that could not be decoded
        }
        try {
            send(output.array(), LENGTH_BYTES, output.size() - LENGTH_BYTES);
        } finally {
            output.clear();
        }
    }

    private void send(byte[] array, int offset, int length) throws TTransportException {
        CallCodec.Message written = messageOf(array, offset, length);
        TMessage header = written.header();
        InheritedContext inherited = settings.nextInherited();
        long nanos = settings.timeoutNanos(inherited);
        boolean oneway = header.type == TMessageType.ONEWAY;
        TransportCall call = new TransportCall(header.name, oneway, nanos, context, written);
        Attempt attempt = call.first();
        settings.addTo(attempt, inherited, null);
        pool.start(attempt, call);
        if (oneway) {
            call.await();
        } else {
            awaitingReply.add(new Sent(call, header.seqid));
        }
    }

    private CallCodec.Message messageOf(byte[] array, int offset, int length) throws TTransportException {
        CallCodec codec = context.codecs().take();
        try {
            codec.read(array, offset, length);
            return codec.message();
        } catch (TException | RuntimeException e) {
            codec.renew();
            throw new TTransportException(
                    TTransportException.CORRUPTED_DATA,
                    "the written data is not a message of the client's protocol, "
                            + context.config().protocol() + ": " + e,
                    e);
        } finally {
            context.codecs().giveBack(codec);
        }
    }

    /** Waits for the next reply if the previous one has been read completely. */
    private void awaitInput() throws TTransportException {
        requireOpen();
        if (message.getBytesRemainingInBuffer() > 0) {
            return;
        }
        Sent next = awaitingReply.poll();
        if (next == null) {
            throw new TTransportException(TTransportException.END_OF_FILE, "nothing to read: no call awaits a reply");
        }
        try {
            next.call().await();
        } finally {
            context.completion().callbacks().reportHeaders(next.call().first());
        }
        receive(next);
    }

    private void receive(Sent sent) throws TTransportException {
        CallCodec codec = context.codecs().take();
        try {
            codec.resume(BlockingCall.replyTo(sent.call().first()));
            codec.encode(this::readFrame, sent.clientId(), CallCodec::copyMessage);
        } catch (TException e) {
            throw new TTransportException(TTransportException.CORRUPTED_DATA, e);
        } finally {
            context.codecs().giveBack(codec);
        }
    }

    private void readFrame(CallBuffer copy, int offset, int length, int prefixBytes) {
        message.readFrame(copy.array(), offset + prefixBytes, length - prefixBytes);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws TTransportException {
        awaitInput();
        return message.read(target, offset, length);
    }

    @Override
    public int readAll(byte[] target, int offset, int length) throws TTransportException {
        if (length > 0) {
            awaitInput();
        }
        return message.readAll(target, offset, length);
    }

    @Override
    public byte[] getBuffer() {
        return message.getBuffer();
    }

    @Override
    public int getBufferPosition() {
        return message.getBufferPosition();
    }

    @Override
    public int getBytesRemainingInBuffer() {
        return message.getBytesRemainingInBuffer();
    }

    @Override
    public void consumeBuffer(int length) {
        message.consumeBuffer(length);
    }

    @Override
    public TConfiguration getConfiguration() {
        return message.getConfiguration();
    }

    @Override
    public void checkReadBytesAvailable(long length) throws TTransportException {
        message.checkReadBytesAvailable(length);
    }

    /** Does nothing: the frame is the limit. */
    @Override
    public void updateKnownMessageSize(long size) {}

    /** Does nothing: the frame is the limit. */
    @Override
    public void resetMessageSizeAndConsumedBytes(long newSize) {}
}
