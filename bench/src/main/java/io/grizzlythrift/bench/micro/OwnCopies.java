package io.grizzlythrift.bench.micro;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.internal.frame.FrameAssembler;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.FrameException;
import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.internal.message.MessageTransport;
import io.grizzlythrift.limits.ServerLimits;
import java.nio.ByteBuffer;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;

/** The copies of this library's server. */
final class OwnCopies implements CopyProbe {
    private final FrameOutput output = new FrameOutput(1 << 20);
    private final MessageTransport transport = new MessageTransport(new TConfiguration(), output, () -> {});
    private final MessageProtocol messages = MessageProtocol.create(WireProtocol.COMPACT.ours(), transport);

    @Override
    public long frames() throws TException {
        byte[] request = CopyProbe.request();
        ByteBuffer filled = ByteBuffer.allocate(FRAMES * request.length);
        for (int i = 0; i < FRAMES; i++) {
            filled.put(request);
        }
        byte[] read = filled.array();
        FrameBatch batch = batch(read);
        long copied = 0;
        for (int i = 0; i < batch.size(); i++) {
            copied += CopyProbe.copied(read, ByteBuffer.wrap(batch.array(i), batch.offset(i), batch.length(i)));
        }
        return copied;
    }

    private static FrameBatch batch(byte[] read) throws TException {
        try {
            return new FrameAssembler(ServerLimits.DEFAULT_MAX_FRAME_BYTES).take(read, 0, read.length);
        } catch (FrameException impossible) {
            throw new TException(impossible);
        }
    }

    @Override
    public long argument() throws TException {
        byte[] request = CopyProbe.request();
        transport.readFrame(request, FrameAssembler.HEADER_BYTES, request.length - FrameAssembler.HEADER_BYTES);
        messages.replay(messages.readHeader());
        return CopyProbe.copied(request, CopyProbe.argumentOf(messages.protocol()));
    }

    @Override
    public long result() throws TException {
        byte[] value = new byte[VALUE_BYTES];
        BenchService.blob_result result = CopyProbe.resultOf(value);
        messages.protocol().writeMessageBegin(new TMessage("blob", TMessageType.REPLY, 1));
        result.write(messages.protocol());
        messages.protocol().writeMessageEnd();
        transport.endMessage();
        // The value is at the end of the frame, before one byte each that ends the struct and the message.
        return Math.min(VALUE_BYTES, CopyProbe.copied(value, ByteBuffer.wrap(output.array(), 0, output.size())));
    }
}
