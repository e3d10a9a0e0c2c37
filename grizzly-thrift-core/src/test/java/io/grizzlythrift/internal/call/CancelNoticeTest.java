package io.grizzlythrift.internal.call;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.server.HeaderFrame;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryInputTransport;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the bytes of a notice. */
public class CancelNoticeTest {
    @DataProvider
    static Object[][] formats() {
        return new Object[][] {
            {WireFormat.HEADER_BINARY, ThriftProtocol.BINARY}, {WireFormat.HEADER_COMPACT, ThriftProtocol.COMPACT}
        };
    }

    private static FrameHeader header(byte[] frame) throws Exception {
        return FrameHeader.parse(frame, 0, frame.length);
    }

    /** A server that does not know the notice would treat it as a oneway call of an unknown method. */
    @Test(dataProvider = "formats")
    public void itIsAOnewayMessageOfNoMethod(WireFormat format, ThriftProtocol protocol) throws Exception {
        for (int id : new int[] {0, 17, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            byte[] notice = CancelNotice.encode(format, protocol, id);
            byte[] frame = Arrays.copyOfRange(notice, 4, notice.length);
            HeaderFrame read = HeaderFrame.read(frame);
            assertEquals(read.headers(), Map.of("cancel", Integer.toString(id)));
            assertEquals(read.sequenceId(), CloseNotice.NOTICE_ID);
            TProtocol message = protocol.getProtocol(new TMemoryInputTransport(read.payload()));
            assertEquals(message.readMessageBegin(), new TMessage("", TMessageType.ONEWAY, CloseNotice.NOTICE_ID));
            assertEquals(CancelNotice.of(header(frame)), OptionalInt.of(id));
        }
    }

    @Test
    public void othersAreNone() throws Exception {
        HeaderFrame call =
                HeaderFrame.of(ThriftProtocol.BINARY, 17, new byte[1]).header("cancel", "17");
        assertEquals(CancelNotice.of(header(call.bytes())), OptionalInt.empty());
        for (String value : new String[] {"", "soon", "2147483648", "1.0"}) {
            HeaderFrame bad = HeaderFrame.of(ThriftProtocol.BINARY, CloseNotice.NOTICE_ID, new byte[1])
                    .header("cancel", value);
            assertEquals(CancelNotice.of(header(bad.bytes())), OptionalInt.empty(), value);
        }
        byte[] closing = CloseNotice.encode(WireFormat.HEADER_BINARY, Optional.empty());
        assertEquals(CancelNotice.of(header(Arrays.copyOfRange(closing, 4, closing.length))), OptionalInt.empty());
    }
}
