package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.message.MessageTransport;
import io.grizzlythrift.message.ThriftProtocol;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that copied rejections have the bytes of encoded ones. */
public class RejectionBodyTest {
    private final FrameOutput output = new FrameOutput(0);
    private final MessageTransport transport = new MessageTransport(new TConfiguration(), output, () -> {});
    private final RejectionBody body = new RejectionBody();

    @DataProvider
    Object[][] protocols() {
        return new Object[][] {{ThriftProtocol.BINARY}, {ThriftProtocol.COMPACT}};
    }

    @Test(dataProvider = "protocols")
    void repliesAreEqual(ThriftProtocol protocol) throws Exception {
        for (String text : new String[] {"too many calls", "a text with \u00e4"}) {
            RejectedCall rejection = new RejectedCall(RejectedCall.Reason.OVERLOADED, text);
            for (int id = 1; id < 4; id++) {
                assertReply(protocol, rejection, new TMessage("add".repeat(id), TMessageType.EXCEPTION, id * 1_000));
            }
        }
    }

    @Test
    void protocolsMayAlternate() throws Exception {
        RejectedCall rejection = new RejectedCall(RejectedCall.Reason.DRAINING, "the server stops");
        for (int id = 1; id < 3; id++) {
            TMessage header = new TMessage("add", TMessageType.EXCEPTION, id);
            assertReply(ThriftProtocol.BINARY, rejection, header);
            assertReply(ThriftProtocol.COMPACT, rejection, header);
        }
    }

    private void assertReply(ThriftProtocol protocol, RejectedCall rejection, TMessage header) throws Exception {
        CallFailures.write(header, rejection, protocol.getProtocol(transport));
        byte[] expected = transport.copyOfWritten();
        transport.dropMessage();
        TProtocol out = protocol.getProtocol(transport);
        out.writeMessageBegin(header);
        body.write(rejection, protocol, out, transport);
        out.writeMessageEnd();
        byte[] copied = transport.copyOfWritten();
        transport.dropMessage();
        assertEquals(copied, expected);
    }
}
