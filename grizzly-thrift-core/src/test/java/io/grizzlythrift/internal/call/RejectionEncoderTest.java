package io.grizzlythrift.internal.call;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.message.MessageTransport;
import io.grizzlythrift.message.ThriftProtocol;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that copied rejections have the bytes of encoded ones. */
public class RejectionEncoderTest {
    private final FrameOutput output = new FrameOutput(0);
    private final MessageTransport transport = new MessageTransport(new TConfiguration(), output, () -> {});
    private final RejectionEncoder encoder = new RejectionEncoder();

    @DataProvider
    Object[][] protocols() {
        return new Object[][] {
            {ThriftProtocol.BINARY}, {ThriftProtocol.COMPACT}, {ThriftProtocol.JSON}, {new TBinaryProtocol.Factory()}
        };
    }

    @Test(dataProvider = "protocols")
    void repliesAreEqual(TProtocolFactory protocol) throws Exception {
        for (String text : new String[] {"too many calls", "a \"quoted\"\ttext with \u00e4"}) {
            RejectedCall rejection = new RejectedCall(RejectedCall.Reason.OVERLOADED, text);
            for (String name : new String[] {"add", "service:add", "a\"dd", "\u00e4dd", ""}) {
                assertReply(protocol, rejection, new TMessage(name, TMessageType.CALL, name.length() * 1_000));
                assertReply(protocol, rejection, new TMessage(name, TMessageType.CALL, Integer.MIN_VALUE));
            }
        }
    }

    @Test
    void protocolsMayAlternate() throws Exception {
        RejectedCall rejection = new RejectedCall(RejectedCall.Reason.DRAINING, "the server stops");
        for (int id = 1; id < 3; id++) {
            for (ThriftProtocol protocol : ThriftProtocol.values()) {
                assertReply(protocol, rejection, new TMessage("add", TMessageType.CALL, id));
            }
        }
    }

    private void assertReply(TProtocolFactory factory, RejectedCall rejection, TMessage call) throws Exception {
        TProtocol expected = factory.getProtocol(transport);
        expected.writeMessageBegin(new TMessage(call.name, TMessageType.EXCEPTION, call.seqid));
        rejection.write(expected);
        expected.writeMessageEnd();
        byte[] bytes = transport.copyOfWritten();
        transport.dropMessage();
        TProtocol protocol = factory.getProtocol(transport);
        for (int reply = 0; reply < 2; reply++) { // the second one is copied
            encoder.write(call, rejection, factory, protocol, transport);
            assertEquals(transport.copyOfWritten(), bytes);
            transport.dropMessage();
        }
    }
}
