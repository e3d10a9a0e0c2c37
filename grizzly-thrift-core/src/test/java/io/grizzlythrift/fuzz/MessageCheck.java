package io.grizzlythrift.fuzz;

import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.internal.message.MessageTransport;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.server.EchoHandler;
import io.grizzlythrift.test.server.Requests;
import java.nio.ByteBuffer;
import java.util.Set;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TType;

/**
 * Checks what must hold for any bytes as a message. If they have a header, there is one well-formed reply, or none to a
 * oneway call, and the connection stays. If they have none, the connection is terminated without a reply. Only
 * exceptions are thrown, never errors. Memory is bounded by the length of the message, and the next call is served.
 */
final class MessageCheck implements AutoCloseable {
    private static final int MAX_BYTES = ClientKind.MAX_BYTES;

    /**
     * The maximum nesting when a reply is skipped: there each container is a level. Generated code allows 64 and counts
     * only structs.
     */
    private static final int MAX_LEVELS = 1000;

    /** Without a reply even if sent as CALL, as the first clients of Thrift did, which do not wait for one. */
    private static final Set<String> ONEWAY_METHODS = Set.of("note", "failQuietly");

    /** Its reply in JSON cannot be read by libthrift 0.25. */
    private static final String LIST_OF_UUIDS = "echoUuids";

    /** The first message that needs a class or a larger buffer pays for it; a repeated message does not. */
    private static final int RERUNS = 3;

    /** The maximum cost of decoding a hostile message with libthrift. */
    static final AllocationBound HOSTILE = new AllocationBound(64, 64 * 1024);

    private final ThriftProtocol protocol;
    private final AllocationBound bound;
    private final LocalCalls calls;
    private final byte[] good;

    MessageCheck(ThriftProtocol protocol, AllocationBound bound) {
        this.protocol = protocol;
        this.bound = bound;
        calls = new LocalCalls(protocol, EchoHandler.processor());
        try {
            good = new Requests(protocol).echoString(1, "fine");
        } catch (TException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Checks an input of the fuzzer, which may be empty; no frame is. */
    void checkInput(byte[] input) {
        if (input.length > 0) {
            check(input);
        }
    }

    /**
     * Returns how many bytes a message allocated.
     *
     * @throws AssertionError if a check fails
     */
    long check(byte[] message) {
        LocalCalls.Outcome outcome = calls.run(message);
        outcome.error().ifPresent(error -> {
            throw new AssertionError("an error was caught", error);
        });
        long allocated = outcome.allocatedBytes();
        for (int again = 0; again < RERUNS && !bound.holds(message.length, allocated); again++) {
            allocated = Math.min(allocated, calls.run(message).allocatedBytes());
        }
        require(
                bound.holds(message.length, allocated),
                allocated + " bytes allocated for a message of " + message.length + ", allowed are " + bound);
        TMessage header = headerOf(protocol, message);
        if (header == null) {
            checkRefused(message, outcome);
        } else {
            require(!outcome.terminated(), "terminated after " + header);
            checkReplies(header, outcome.sent());
        }
        LocalCalls.Outcome next = calls.run(good);
        require(!next.terminated(), "the next call is not served");
        checkReply(protocol, new TMessage("echoString", TMessageType.CALL, 1), next.sent());
        return allocated;
    }

    private void checkReplies(TMessage header, ByteBuffer sent) {
        if (header.type == TMessageType.ONEWAY) {
            requireNothing(sent);
        } else if (sent.hasRemaining() || !ONEWAY_METHODS.contains(header.name)) {
            checkReply(protocol, header, sent);
        }
    }

    /** The connection is terminated, except after a call of another protocol, which gets a reply in that protocol. */
    private void checkRefused(byte[] message, LocalCalls.Outcome outcome) {
        if (outcome.terminated()) {
            requireNothing(outcome.sent());
            return;
        }
        for (ThriftProtocol other : ThriftProtocol.values()) {
            TMessage call = other == protocol ? null : headerOf(other, message);
            if (call != null && call.type == TMessageType.CALL) {
                checkReply(other, call, outcome.sent());
                return;
            }
        }
        throw new AssertionError("no header, and the connection goes on");
    }

    private static void requireNothing(ByteBuffer sent) {
        require(!sent.hasRemaining(), sent.remaining() + " unexpected bytes");
    }

    /** Returns null if there is no header. */
    private static TMessage headerOf(ThriftProtocol protocol, byte[] message) {
        try {
            return reader(protocol, message).readHeader();
        } catch (TException | RuntimeException e) {
            return null;
        }
    }

    private static MessageProtocol reader(ThriftProtocol protocol, byte[] bytes) {
        TConfiguration configuration = new TConfiguration();
        configuration.setMaxMessageSize(MAX_BYTES);
        configuration.setRecursionLimit(MAX_LEVELS);
        MessageTransport transport = new MessageTransport(configuration, new FrameOutput(0), () -> {});
        transport.readFrame(bytes, 0, bytes.length);
        return MessageProtocol.create(protocol, transport);
    }

    private static void checkReply(ThriftProtocol protocol, TMessage request, ByteBuffer sent) {
        require(sent.remaining() > Integer.BYTES, "no reply to " + request);
        int length = sent.getInt();
        require(length == sent.remaining(), "a frame of " + length + " in a reply of " + sent.remaining() + " bytes");
        byte[] frame = new byte[length];
        sent.get(frame);
        MessageProtocol reader = reader(protocol, frame);
        try {
            TMessage header = reader.readHeader();
            require(header.name.equals(request.name), "a reply to " + header.name + " instead of " + request.name);
            require(header.seqid == request.seqid, "a reply to " + header.seqid + " instead of " + request.seqid);
            TProtocol body = reader.protocol();
            if (protocol == ThriftProtocol.JSON && header.name.equals(LIST_OF_UUIDS)) {
                return;
            }
            if (header.type == TMessageType.EXCEPTION) {
                TApplicationException.readFrom(body);
            } else {
                require(header.type == TMessageType.REPLY, "a reply of type " + header.type);
                TProtocolUtil.skip(body, TType.STRUCT);
            }
            body.readMessageEnd();
            int rest = body.getTransport().getBytesRemainingInBuffer();
            require(rest == 0, rest + " bytes behind the reply");
        } catch (TException | RuntimeException e) {
            throw new AssertionError("the reply to " + request + " cannot be read", e);
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }

    @Override
    public void close() {
        calls.close();
    }
}
