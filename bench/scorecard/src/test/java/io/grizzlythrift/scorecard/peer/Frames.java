package io.grizzlythrift.scorecard.peer;

import io.grizzlythrift.bench.gen.BenchService;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TBase;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryBuffer;
import org.apache.thrift.transport.TMemoryInputTransport;

/** Creates framed messages of the bench's service by hand, in the compact protocol. */
public final class Frames {
    private static final int OVERHEAD_BYTES = 64;

    private Frames() {}

    /**
     * The content of a reply.
     *
     * @param sequenceId sequence id of its call
     * @param text the result of echo, or the message of the rejection or error
     * @param isException whether it is a TApplicationException
     */
    public record Reply(int sequenceId, String text, boolean isException) {}

    /** Returns a call of echo. */
    public static byte[] echo(int sequenceId, String text) {
        return call("echo", sequenceId, text);
    }

    /** Returns a call that takes the given time. Its reply looks like one to echo without a text. */
    public static byte[] sleep(int sequenceId, int millis) {
        return message(TMessageType.CALL, "sleep", sequenceId, new BenchService.sleep_args(millis), OVERHEAD_BYTES);
    }

    /** Returns a call of any method, known or not, with the arguments of echo. */
    public static byte[] call(String method, int sequenceId, String text) {
        return message(TMessageType.CALL, method, sequenceId, new BenchService.echo_args(text), expected(text));
    }

    /** Returns a oneway call of echo, which has no reply. */
    public static byte[] oneway(int sequenceId, String text) {
        return message(TMessageType.ONEWAY, "echo", sequenceId, new BenchService.echo_args(text), expected(text));
    }

    private static int expected(String text) {
        return text.length() + OVERHEAD_BYTES;
    }

    private static byte[] message(byte type, String method, int sequenceId, TBase<?, ?> arguments, int expectedBytes) {
        try {
            TMemoryBuffer buffer = new TMemoryBuffer(expectedBytes);
            TProtocol out = new TCompactProtocol(buffer);
            out.writeMessageBegin(new TMessage(method, type, sequenceId));
            arguments.write(out);
            out.writeMessageEnd();
            return framed(Arrays.copyOf(buffer.getArray(), buffer.length()));
        } catch (TException e) {
            throw new IllegalStateException("cannot encode a call", e);
        }
    }

    /** Prepends the length to a message. */
    public static byte[] framed(byte[] message) {
        return ByteBuffer.allocate(Integer.BYTES + message.length)
                .putInt(message.length)
                .put(message)
                .array();
    }

    /** Reads a reply to echo, or a rejection of any method. */
    public static Reply reply(byte[] message) throws TException {
        return reply(new TCompactProtocol(new TMemoryInputTransport(message)));
    }

    /** Reads such a reply in any protocol. */
    public static Reply reply(TProtocol in) throws TException {
        TMessage begin = in.readMessageBegin();
        if (begin.type == TMessageType.EXCEPTION) {
            String text = TApplicationException.readFrom(in).getMessage();
            return new Reply(begin.seqid, String.valueOf(text), true);
        }
        BenchService.echo_result result = new BenchService.echo_result();
        result.read(in);
        return new Reply(begin.seqid, result.getSuccess(), false);
    }
}
