package io.grizzlythrift.bench.floor;

import java.nio.ByteBuffer;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.AutoExpandingBufferWriteTransport;
import org.apache.thrift.transport.TMemoryInputTransport;

/**
 * Replies made by generated code and nothing else: libthrift's own transports over reused arrays, no limits, no
 * counters, one thread, and one write for all requests of a read.
 */
final class ProcessedReplies implements Replies {
    private static final int LENGTH_BYTES = Integer.BYTES;
    /** The longest request and reply that the command allows, and the requests of a read in front of it. */
    private static final int BUFFER_BYTES = 2 * READ_BYTES;

    private final TProcessor processor;
    private final TMemoryInputTransport requests;
    private final AutoExpandingBufferWriteTransport replies;
    private final TProtocol reader;
    private final TProtocol writer;
    private final byte[] input = new byte[BUFFER_BYTES];
    private final ByteBuffer output = ByteBuffer.allocateDirect(BUFFER_BYTES);

    ProcessedReplies(TProcessor processor, TProtocolFactory protocol) {
        this.processor = processor;
        try {
            requests = new TMemoryInputTransport(new TConfiguration());
            replies = new AutoExpandingBufferWriteTransport(new TConfiguration(), BUFFER_BYTES, 0);
        } catch (TException impossible) {
            throw new IllegalStateException("a transport cannot be made", impossible);
        }
        reader = protocol.getProtocol(requests);
        writer = protocol.getProtocol(replies);
    }

    @Override
    public ByteBuffer to(IncompleteRequest incomplete, ByteBuffer read) {
        int end = incomplete.length() + read.remaining();
        incomplete.copyTo(input);
        read.get(input, incomplete.length(), read.remaining());
        ByteBuffer received = ByteBuffer.wrap(input, 0, end);
        replies.reset();
        try {
            while (received.remaining() >= LENGTH_BYTES) {
                int length = received.getInt(received.position());
                if (received.remaining() - LENGTH_BYTES < length) {
                    break;
                }
                process(received.position() + LENGTH_BYTES, length);
                received.position(received.position() + LENGTH_BYTES + length);
            }
        } catch (TException unexpected) {
            throw new IllegalStateException("not a call of the bench", unexpected);
        }
        incomplete.keep(input, received.position(), end);
        return output.clear()
                .put(replies.getBuf().array(), 0, replies.getLength())
                .flip();
    }

    private void process(int from, int length) throws TException {
        int start = replies.getLength();
        replies.write(new byte[LENGTH_BYTES], 0, LENGTH_BYTES);
        requests.reset(input, from, length);
        reader.reset();
        writer.reset();
        processor.process(reader, writer);
        int replyBytes = replies.getLength() - start - LENGTH_BYTES;
        ByteBuffer.wrap(replies.getBuf().array()).putInt(start, replyBytes);
    }
}
