package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.message.MessageName;
import io.grizzlythrift.internal.message.MessageTransport;
import io.grizzlythrift.message.ThriftProtocol;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;

/**
 * Reads the headers of calls in JSON that are rejected, and writes the replies, without libthrift's protocol, which takes
 * several times longer than to serve the call in another protocol: it reads and writes byte by byte. Only for headers as
 * Thrift libraries write them, such as {@code [1,"add",1,7,}. Used by one thread at a time.
 */
final class JsonRejections {
    /** The most digits of a sequence id. */
    private static final int MAX_DIGITS = 10;

    private static final byte[] BEGIN = "[1,\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TYPE = ("\"," + TMessageType.EXCEPTION + ',').getBytes(StandardCharsets.US_ASCII);

    /** The length of what the protocol writes before the exception, in a message without a name and with the id 0. */
    private static final int HEADER_BYTES = BEGIN.length + TYPE.length + 2;

    private final FrameOutput output = new FrameOutput(0);

    /** The last rejection: usually, the calls of a whole read are rejected together; null before. */
    private RejectedCall last;

    /** What follows the sequence id in replies with the last rejection. */
    private byte[] end = {};

    /** {@return the header of a call; empty if it is not plain} */
    static Optional<TMessage> readHeader(byte[] array, int offset, int length) {
        long name = MessageName.findInJson(array, offset, length);
        if (name == MessageName.NONE) {
            return Optional.empty();
        }
        int from = MessageName.offset(name);
        int to = from + MessageName.length(name);
        int limit = offset + length;
        int type = to + 2;
        if (!isPlain(array, from, to) || type + 1 >= limit || array[type + 1] != ',') {
            return Optional.empty();
        }
        int begin = type + 2;
        boolean negative = begin < limit && array[begin] == '-';
        begin += negative ? 1 : 0;
        long digits = 0;
        int at = begin;
        while (at < limit && isDigit(array[at]) && at - begin < MAX_DIGITS) {
            digits = 10 * digits + array[at++] - '0';
        }
        if (at == begin || at + 1 >= limit || array[at] != ',' || array[at + 1] != '{' || array[to + 1] != ',') {
            return Optional.empty();
        }
        long sequenceId = negative ? -digits : digits;
        if (sequenceId != (int) sequenceId) {
            return Optional.empty();
        }
        byte number = (byte) (array[type] - '0');
        return number == TMessageType.CALL || number == TMessageType.ONEWAY
                ? Optional.of(new TMessage(
                        new String(array, from, to - from, StandardCharsets.US_ASCII), number, (int) sequenceId))
                : Optional.empty();
    }

    private static boolean isDigit(byte character) {
        return character >= '0' && character <= '9';
    }

    private static boolean isPlain(byte[] array, int from, int to) {
        for (int i = from; i < to; i++) {
            if (array[i] < ' ' || array[i] == '"' || array[i] == '\\') {
                return false;
            }
        }
        return true;
    }

    /**
     * Writes the reply to a call.
     *
     * @return false if nothing was written, because the header is not one that {@link #readHeader} returns
     */
    boolean write(TMessage header, RejectedCall rejection, MessageTransport transport) throws TException {
        byte[] name = header.name.getBytes(StandardCharsets.UTF_8);
        if (!isPlain(name, 0, name.length)) {
            return false;
        }
        if (rejection != last) {
            end = encode(rejection);
            last = rejection;
        }
        byte[] id = String.valueOf(header.seqid).getBytes(StandardCharsets.US_ASCII);
        transport.write(BEGIN, 0, BEGIN.length);
        transport.write(name, 0, name.length);
        transport.write(TYPE, 0, TYPE.length);
        transport.write(id, 0, id.length);
        transport.write(end, 0, end.length);
        return true;
    }

    private byte[] encode(RejectedCall rejection) throws TException {
        MessageTransport whole = new MessageTransport(new TConfiguration(), output, () -> {});
        TProtocol protocol = ThriftProtocol.JSON.getProtocol(whole);
        protocol.writeMessageBegin(new TMessage("", TMessageType.EXCEPTION, 0));
        rejection.write(protocol);
        protocol.writeMessageEnd();
        byte[] message = whole.copyOfWritten();
        whole.endMessage();
        output.clear();
        return Arrays.copyOfRange(message, HEADER_BYTES - 1, message.length);
    }
}
