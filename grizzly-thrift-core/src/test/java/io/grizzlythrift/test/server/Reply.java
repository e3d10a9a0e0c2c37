package io.grizzlythrift.test.server;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.test.gen.Everything;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TMemoryInputTransport;

/** A received reply. Its body must fill its frame exactly. */
public final class Reply {
    private final TMemoryInputTransport frame;
    private final TProtocol protocol;
    private final TMessage header;

    public Reply(TProtocolFactory factory, byte[] bytes) throws Exception {
        frame = new TMemoryInputTransport(bytes);
        protocol = factory.getProtocol(frame);
        header = protocol.readMessageBegin();
    }

    public int sequenceId() {
        return header.seqid;
    }

    public boolean isException() {
        return header.type == TMessageType.EXCEPTION;
    }

    /** Asserts that this is the reply of {@code echoString}. */
    public void assertEchoString(int sequenceId, String value) throws Exception {
        assertHeader("echoString", TMessageType.REPLY, sequenceId);
        Everything.echoString_result result = new Everything.echoString_result();
        result.read(protocol);
        assertEnd();
        assertEquals(result.getSuccess(), value);
    }

    /** Asserts that this is a TApplicationException of this type, and returns it. */
    public TApplicationException assertFailure(String method, int sequenceId, int type) throws Exception {
        assertHeader(method, TMessageType.EXCEPTION, sequenceId);
        TApplicationException failure = TApplicationException.readFrom(protocol);
        assertEnd();
        assertEquals(failure.getType(), type, "type of: " + failure.getMessage());
        return failure;
    }

    /** Asserts that the call was rejected for this reason. */
    public void assertRejected(String method, int sequenceId, RejectedCall.Reason reason) throws Exception {
        assertHeader(method, TMessageType.EXCEPTION, sequenceId);
        assertEquals(RejectedCall.readRejection(protocol).orElseThrow().reason(), reason);
        assertEnd();
    }

    public void assertStored(int sequenceId) throws Exception {
        assertHeader("store", TMessageType.REPLY, sequenceId);
        new Everything.store_result().read(protocol);
        assertEnd();
    }

    private void assertHeader(String method, byte type, int sequenceId) {
        assertEquals(header.name, method, "method of " + header);
        assertEquals(header.seqid, sequenceId, "sequence id of " + header);
        assertEquals(header.type, type, "type of " + header);
    }

    private void assertEnd() throws Exception {
        protocol.readMessageEnd();
        assertEquals(frame.getBytesRemainingInBuffer(), 0, "bytes behind the end of " + header);
    }
}
