package io.grizzlythrift.internal.call;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.message.ThriftProtocol;
import java.util.Optional;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryBuffer;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that peers that know a rejection can read its reason, and that all others read an ordinary exception. */
public class RejectedCallTest {
    @DataProvider
    static Object[][] protocols() {
        return new Object[][] {{ThriftProtocol.BINARY}, {ThriftProtocol.COMPACT}, {ThriftProtocol.JSON}};
    }

    private static TProtocol written(ThriftProtocol protocol, TApplicationException exception) throws TException {
        TProtocol message = protocol.getProtocol(new TMemoryBuffer(100));
        exception.write(message);
        return message;
    }

    @Test(dataProvider = "protocols")
    public void theReasonIsRead(ThriftProtocol protocol) throws TException {
        for (RejectedCall.Reason reason : RejectedCall.Reason.values()) {
            RejectedCall read = RejectedCall.readRejection(written(protocol, new RejectedCall(reason, "busy")))
                    .orElseThrow();
            assertEquals(read.reason(), reason);
            assertEquals(read.getType(), TApplicationException.INTERNAL_ERROR);
            assertEquals(read.getMessage(), "rejected: busy");
        }
    }

    /** Collecting a stack trace would take longer than the rest of a rejection. */
    @Test
    public void hasNoStackTrace() {
        assertEquals(new RejectedCall(RejectedCall.Reason.OVERLOADED, "busy").getStackTrace().length, 0);
    }

    @Test(dataProvider = "protocols")
    public void libthriftSkipsTheReason(ThriftProtocol protocol) throws TException {
        TApplicationException read = TApplicationException.readFrom(
                written(protocol, new RejectedCall(RejectedCall.Reason.DRAINING, "busy")));
        assertEquals(read.getClass(), TApplicationException.class);
        assertEquals(read.getType(), TApplicationException.INTERNAL_ERROR);
        assertEquals(read.getMessage(), "rejected: busy");
    }

    @Test(dataProvider = "protocols")
    public void anotherExceptionWithTheSameTextIsNoRejection(ThriftProtocol protocol) throws TException {
        assertEquals(
                RejectedCall.readRejection(written(
                        protocol, new TApplicationException(TApplicationException.INTERNAL_ERROR, "rejected: busy"))),
                Optional.empty());
    }
}
