package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;

import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.message.MessageTransport;
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

/** Tests that rejections of calls in JSON are read and written as libthrift's protocol does. */
public class JsonRejectionsTest {
    private final FrameOutput output = new FrameOutput(0);
    private final MessageTransport transport = new MessageTransport(new TConfiguration(), output, () -> {});

    private static Optional<TMessage> read(String text) {
        byte[] bytes = ("...." + text + "....").getBytes(StandardCharsets.UTF_8);
        return JsonRejections.readHeader(bytes, 4, bytes.length - 8);
    }

    @Test
    void headersOfCalls() throws Exception {
        Requests requests = new Requests(ThriftProtocol.JSON);
        for (int id : new int[] {0, 7, 10, 1_234_567, 123_456_789, -7, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            for (byte type : new byte[] {TMessageType.CALL, TMessageType.ONEWAY}) {
                byte[] call = requests.message("service:add", type, id, new Everything.echoString_args("text"));
                assertEquals(
                        JsonRejections.readHeader(call, 0, call.length),
                        Optional.of(new TMessage("service:add", type, id)));
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
    void replies() throws Exception {
        JsonRejections rejections = new JsonRejections();
        for (String text : new String[] {"too many calls", "a \"quoted\"\ttext \u00e4"}) {
            RejectedCall rejection = new RejectedCall(RejectedCall.Reason.OVERLOADED, text);
            for (TMessage header : new TMessage[] {call("add", 0), call("service:add/2", Integer.MIN_VALUE)}) {
                CallFailures.write(header, rejection, ThriftProtocol.JSON.getProtocol(transport));
                byte[] expected = transport.copyOfWritten();
                transport.dropMessage();
                rejections.write(header, rejection, transport);
                assertEquals(transport.copyOfWritten(), expected);
                transport.dropMessage();
            }
            for (TMessage header : new TMessage[] {call("a\"dd", 1), call("\u00e4dd", 1)}) {
                assertFalse(rejections.write(header, rejection, transport));
                assertFalse(transport.hasWritten());
            }
        }
    }

    private static TMessage call(String name, int id) {
        return new TMessage(name, TMessageType.CALL, id);
    }
}
