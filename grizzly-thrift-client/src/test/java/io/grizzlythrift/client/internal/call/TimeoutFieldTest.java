package io.grizzlythrift.client.internal.call;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.header.Transform;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.HeaderMap;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.thrift.protocol.TMessage;
import org.testng.annotations.Test;

/** Tests that the timeout of an encoded call is updated in place. */
public class TimeoutFieldTest {
    /** Keeps an encoded call. */
    private static final class Target implements CallCodec.FrameTarget {
        private TimeoutField field;
        private byte[] array;
        private int offset;
        private int length;

        @Override
        public void timeout(TimeoutField found) {
            field = found;
        }

        @Override
        public void frame(CallBuffer buffer, int toOffset, int toLength, int prefixBytes) {
            array = buffer.array();
            offset = toOffset;
            length = toLength;
        }

        FrameHeader header() throws Exception {
            byte[] frame = Arrays.copyOfRange(array, offset + Integer.BYTES, offset + length);
            return FrameHeader.parse(frame, 0, frame.length);
        }
    }

    private static void encode(CallCodec codec, Target target, CallHeaders headers) throws Exception {
        codec.encode(target, 7, headers, (to, id) -> to.copyMessage(id));
    }

    @Test
    public void itIsUpdatedInPlace() throws Exception {
        CallCodec codec =
                new CallCodec(ThriftProtocol.BINARY, WireFormat.HEADER_BINARY, 1_000_000, new ByteLimit(1_000_000));
        byte[] message = new byte[] {(byte) 0x80, 1, 0, 1, 0, 0, 0, 1, 'm', 0, 0, 0, 1, 0};
        for (List<Transform> transforms : List.of(List.<Transform>of(), List.of(Transform.ZLIB))) {
            for (HeaderMap more : List.of(
                    HeaderMap.NONE, HeaderMap.NONE.with("a", "client_timeout").with("b", "x".repeat(40_000)))) {
                CallHeaders headers = new CallHeaders(new StubHeaders(
                        OptionalInt.of(FrameHeader.BINARY), transforms, more, Map.of(), Optional.empty()));
                headers.timeout(5_000_000_000L);
                TMessage header = codec.read(message, 0, message.length);
                assertEquals(header.name, "m");
                Target target = new Target();
                encode(codec, target, headers);
                assertEquals(left(target), "4999");
                target.field.update(4_998_999_999L);
                assertEquals(left(target), "4998");
                target.field.update(12_000_000L);
                assertEquals(left(target), "0012");
                target.field.update(0);
                assertEquals(left(target), "0001"); // 0 would mean that there is none
                target.field.update(-1_000_000_000L);
                assertEquals(left(target), "0001");
                assertEquals(target.header().headers().size(), 1 + more.asMap().size());
            }
        }
    }

    private static String left(Target target) throws Exception {
        return target.header().header("client_timeout").orElseThrow();
    }

    @Test
    public void theShortestTimeout() {
        CallHeaders headers = new CallHeaders(new StubHeaders(
                OptionalInt.of(FrameHeader.BINARY), List.of(), HeaderMap.NONE, Map.of(), Optional.empty()));
        headers.timeout(1_000_000);
        assertEquals(headers.outgoing(1).headers(), Map.of("client_timeout", "1"));
    }
}
