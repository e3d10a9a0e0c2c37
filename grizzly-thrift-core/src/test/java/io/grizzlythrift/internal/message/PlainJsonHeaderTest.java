package io.grizzlythrift.internal.message;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.Requests;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that headers in JSON are read and written as by libthrift's protocol. */
public class PlainJsonHeaderTest {
    private final FrameOutput output = new FrameOutput(0);
    private final MessageTransport transport = new MessageTransport(new TConfiguration(), output, () -> {});

    private static Optional<TMessage> read(String text) {
        byte[] bytes = ("...." + text + "....").getBytes(StandardCharsets.UTF_8);
        return PlainJsonHeader.read(bytes, 4, bytes.length - 8);
    }

    @Test
    void headersOfCalls() throws Exception {
        Requests requests = new Requests(ThriftProtocol.JSON);
        for (int id : new int[] {0, 7, 10, 1_234_567, 123_456_789, -7, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            for (byte type : new byte[] {TMessageType.CALL, TMessageType.ONEWAY}) {
                byte[] call = requests.message("service:add", type, id, new Everything.echoString_args("text"));
                assertEquals(
                        PlainJsonHeader.read(call, 0, call.length), Optional.of(new TMessage("service:add", type, id)));
            }
        }
    }

    /** The protocol reads these, or finds what is wrong. */
    @DataProvider
    Object[][] others() {
        return new Object[][] {
            {""},
            {"[1,\"add\""},
            {"[1,\"add\",1"},
            {"[1,\"add\",1,7"},
            {"[1,\"add\",1,7,"},
            {"[1,\"add\",1,,{}]"},
            {"[1,\"add\",1,-,{}]"},
            {"[1,\"add\",1,--7,{}]"},
            {"[1,\"add\",1,2147483648,{}]"},
            {"[1,\"add\",1,00000000007,{}]"},
            {"[1,\"add\",2,7,{}]"},
            {"[1,\"add\",10,7,{}]"},
            {"[1,\"add\" ,1,7,{}]"},
            {"[1,\"a\\u0064d\",1,7,{}]"},
            {"[1,\"\u00e4dd\",1,7,{}]"},
            {"[2,\"add\",1,7,{}]"},
        };
    }

    @Test(dataProvider = "others")
    void otherHeaders(String text) {
        assertEquals(read(text), Optional.empty());
    }

    @Test
    void writtenHeaders() throws Exception {
        for (TMessage header : new TMessage[] {exception("add", 0), exception("service:add/2", Integer.MIN_VALUE)}) {
            ThriftProtocol.JSON.getProtocol(transport).writeMessageBegin(header);
            byte[] expected = transport.copyOfWritten();
            transport.dropMessage();
            assertTrue(PlainJsonHeader.write(header, transport));
            assertEquals(transport.copyOfWritten(), expected);
            transport.dropMessage();
        }
        for (TMessage header : new TMessage[] {exception("a\"dd", 1), exception("\u00e4dd", 1)}) {
            assertFalse(PlainJsonHeader.write(header, transport));
            assertFalse(transport.hasWritten());
        }
    }

    private static TMessage exception(String name, int id) {
        return new TMessage(name, TMessageType.EXCEPTION, id);
    }
}
