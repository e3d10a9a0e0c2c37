package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.call.ServerCallOutcome.Kind;
import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.internal.message.MessageTransport;
import io.grizzlythrift.message.ThriftProtocol;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that the outcome of a call is determined from the reply that generated code encoded. */
public class ExceptionReplyKindTest {
    private final MessageTransport transport = new MessageTransport(new TConfiguration(), new FrameOutput(0), () -> {});

    @DataProvider
    static Object[][] protocols() {
        return new Object[][] {{ThriftProtocol.BINARY}, {ThriftProtocol.COMPACT}, {ThriftProtocol.JSON}};
    }

    private static Kind kindOf(MessageProtocol protocol, int type, String text) throws TException {
        begin(protocol, TMessageType.EXCEPTION);
        new TApplicationException(type, text).write(protocol.protocol());
        protocol.protocol().writeMessageEnd();
        return CallFailures.kindOfReply(protocol);
    }

    private static void begin(MessageProtocol protocol, byte type) throws TException {
        protocol.protocol().writeMessageBegin(new TMessage("echo", type, 7));
    }

    @Test(dataProvider = "protocols")
    void kindFollowsTheTypeOfTheException(ThriftProtocol factory) throws TException {
        MessageProtocol protocol = MessageProtocol.create(factory, transport);
        assertEquals(kindOf(protocol, TApplicationException.UNKNOWN_METHOD, "text"), Kind.UNKNOWN_METHOD);
        assertEquals(kindOf(protocol, TApplicationException.PROTOCOL_ERROR, null), Kind.BAD_ARGUMENTS);
        assertEquals(kindOf(protocol, TApplicationException.INTERNAL_ERROR, "text"), Kind.HANDLER_FAILED);
    }

    @Test(dataProvider = "protocols")
    void resultIsNoException(ThriftProtocol factory) throws TException {
        MessageProtocol protocol = MessageProtocol.create(factory, transport);
        kindOf(protocol, TApplicationException.UNKNOWN_METHOD, "text");
        begin(protocol, TMessageType.REPLY);
        protocol.protocol().writeI32(TApplicationException.UNKNOWN_METHOD);
        assertEquals(CallFailures.kindOfReply(protocol), Kind.REPLIED);
    }

    @Test(dataProvider = "protocols")
    void exceptionWithoutTypeDoesNotTakeThatOfTheOneBefore(ThriftProtocol factory) throws TException {
        MessageProtocol protocol = MessageProtocol.create(factory, transport);
        kindOf(protocol, TApplicationException.UNKNOWN_METHOD, "text");
        begin(protocol, TMessageType.EXCEPTION);
        assertEquals(CallFailures.kindOfReply(protocol), Kind.HANDLER_FAILED);
    }
}
