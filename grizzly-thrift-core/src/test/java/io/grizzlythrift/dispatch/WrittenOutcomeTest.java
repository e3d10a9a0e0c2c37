package io.grizzlythrift.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import com.sun.management.ThreadMXBean;
import io.grizzlythrift.call.CallOutcome.Kind;
import io.grizzlythrift.frame.FrameOutput;
import io.grizzlythrift.message.MessageProtocol;
import io.grizzlythrift.message.MessageTransport;
import io.grizzlythrift.message.ThriftProtocol;
import java.lang.management.ManagementFactory;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class WrittenOutcomeTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final FrameOutput output = new FrameOutput(0);
    private final MessageTransport transport = new MessageTransport(new TConfiguration(), output, () -> {});

    @DataProvider
    static Object[][] protocols() {
        return new Object[][] {{ThriftProtocol.BINARY}, {ThriftProtocol.COMPACT}, {ThriftProtocol.JSON}};
    }

    private int write(ThriftProtocol protocol, TApplicationException exception) throws TException {
        output.clear();
        TProtocol out = MessageProtocol.create(protocol, transport).protocol();
        out.writeMessageBegin(new TMessage("echo", TMessageType.EXCEPTION, 7));
        exception.write(out);
        out.writeMessageEnd();
        return transport.endMessage();
    }

    private Kind kindOf(WrittenOutcome outcomes, ThriftProtocol protocol, int type, String text) throws TException {
        return outcomes.of(TMessageType.EXCEPTION, output, write(protocol, new TApplicationException(type, text)));
    }

    @Test(dataProvider = "protocols")
    void kindFollowsTheTypeOfTheException(ThriftProtocol protocol) throws TException {
        WrittenOutcome outcomes = new WrittenOutcome(protocol);
        assertEquals(kindOf(outcomes, protocol, TApplicationException.UNKNOWN_METHOD, "text"), Kind.UNKNOWN_METHOD);
        assertEquals(kindOf(outcomes, protocol, TApplicationException.PROTOCOL_ERROR, null), Kind.BAD_ARGUMENTS);
        assertEquals(kindOf(outcomes, protocol, TApplicationException.INTERNAL_ERROR, "text"), Kind.HANDLER_FAILED);
        assertEquals(outcomes.of(TMessageType.REPLY, output, 0), Kind.REPLIED);
    }

    @Test(dataProvider = "protocols")
    void survivesAnUnreadableReply(ThriftProtocol protocol) throws TException {
        WrittenOutcome outcomes = new WrittenOutcome(protocol);
        int length = write(protocol, new TApplicationException(TApplicationException.UNKNOWN_METHOD, "text"));
        assertEquals(outcomes.of(TMessageType.EXCEPTION, output, length / 2), Kind.HANDLER_FAILED);
        assertEquals(kindOf(outcomes, protocol, TApplicationException.UNKNOWN_METHOD, "text"), Kind.UNKNOWN_METHOD);
    }

    /** Counting a bad call must not allocate more than the call is long. */
    @Test
    void allocatesNeitherTheTextNorTheException() throws TException {
        WrittenOutcome outcomes = new WrittenOutcome(ThriftProtocol.COMPACT);
        int length = write(
                ThriftProtocol.COMPACT,
                new TApplicationException(TApplicationException.PROTOCOL_ERROR, "x".repeat(50_000)));
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            outcomes.of(TMessageType.EXCEPTION, output, length);
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least < 2_000, least + " bytes");
    }
}
