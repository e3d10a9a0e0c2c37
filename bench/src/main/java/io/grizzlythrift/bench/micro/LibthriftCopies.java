package io.grizzlythrift.bench.micro;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.service.WireProtocol;
import java.nio.ByteBuffer;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryInputTransport;
import org.apache.thrift.transport.layered.TFramedTransport;

/** The copies of libthrift's framed transport. */
final class LibthriftCopies implements CopyProbe {
    @Override
    public long frames() throws TException {
        byte[] request = CopyProbe.request();
        ByteBuffer filled = ByteBuffer.allocate(FRAMES * request.length);
        for (int i = 0; i < FRAMES; i++) {
            filled.put(request);
        }
        byte[] read = filled.array();
        TFramedTransport framed = new TFramedTransport(new TMemoryInputTransport(read));
        long copied = 0;
        for (int i = 0; i < FRAMES; i++) {
            framed.readAll(new byte[1], 0, 1);
            copied += CopyProbe.copied(read, ByteBuffer.wrap(framed.getBuffer(), 0, request.length - Integer.BYTES));
            framed.consumeBuffer(framed.getBytesRemainingInBuffer());
        }
        return copied;
    }

    @Override
    public long argument() throws TException {
        TFramedTransport framed = new TFramedTransport(new TMemoryInputTransport(CopyProbe.request()));
        TProtocol protocol = WireProtocol.COMPACT.factory().getProtocol(framed);
        ByteBuffer argument = CopyProbe.argumentOf(protocol);
        return CopyProbe.copied(framed.getBuffer(), argument);
    }

    @Override
    public long result() throws TException {
        byte[] value = new byte[VALUE_BYTES];
        BenchService.blob_result result = CopyProbe.resultOf(value);
        LastWrite sent = new LastWrite();
        TFramedTransport framed = new TFramedTransport(sent);
        TProtocol protocol = WireProtocol.COMPACT.factory().getProtocol(framed);
        protocol.writeMessageBegin(new TMessage("blob", TMessageType.REPLY, 1));
        result.write(protocol);
        protocol.writeMessageEnd();
        framed.flush();
        return Math.min(VALUE_BYTES, CopyProbe.copied(value, ByteBuffer.wrap(sent.array(), 0, sent.length())));
    }
}
