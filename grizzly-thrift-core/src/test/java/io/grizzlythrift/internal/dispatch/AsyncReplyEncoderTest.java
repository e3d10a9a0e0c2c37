package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.internal.message.ReplyFormat;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.server.TestConnections;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocolDecorator;
import org.testng.annotations.Test;

/** Tests that a reply which could not be encoded leaves nothing behind in its encoder. */
@Test
public final class AsyncReplyEncoderTest {
    private final AtomicBoolean noMemory = new AtomicBoolean();

    /** The replies of one thread go to many connections, so no bytes of one reply may get into the next. */
    @SuppressWarnings("serial") // protocol factories are Serializable; this one is never serialized
    public void anUnfinishedReplyIsNotSentWithTheNextOne() {
        AsyncReplyEncoder encoder = new AsyncReplyEncoder(TestConnections.service(
                transport -> new TProtocolDecorator(ThriftProtocol.BINARY.getProtocol(transport)) {
                    @Override
                    public void writeMessageEnd() throws TException {
                        if (noMemory.get()) {
                            throw new OutOfMemoryError("in a test");
                        }
                        super.writeMessageEnd();
                    }
                },
                1 << 20));
        noMemory.set(true);
        expectThrows(OutOfMemoryError.class, () -> reply(encoder, "lost"));
        noMemory.set(false);
        byte[] frame = reply(encoder, "next");
        assertEquals(ByteBuffer.wrap(frame).getInt(), frame.length - Integer.BYTES);
        String text = new String(frame, StandardCharsets.ISO_8859_1);
        assertTrue(text.contains("next"), text);
        assertFalse(text.contains("lost"), text);
    }

    private static byte[] reply(AsyncReplyEncoder encoder, String text) {
        return encoder.exception(
                        ReplyFormat.FRAMED,
                        new TMessage(text, TMessageType.CALL, 1),
                        new TApplicationException(TApplicationException.INTERNAL_ERROR, text))
                .frame();
    }
}
