package io.grizzlythrift.internal.message;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.transport.TTransportException;

/**
 * Reads and writes message headers in JSON without libthrift's protocol, which works byte by byte and takes several times
 * longer. Only for headers as Thrift libraries write them, with a name of plain ASCII: {@code [1,"add",1,7,}.
 */
public final class PlainJsonHeader {
    /** The most digits of a sequence id. */
    private static final int MAX_DIGITS = 10;

    private static final byte[] BEGIN = "[1,\"".getBytes(StandardCharsets.US_ASCII);

    private PlainJsonHeader() {}

    /** {@return the header of a call; empty if it is not plain} */
    public static Optional<TMessage> read(byte[] array, int offset, int length) {
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
     * Writes a header, up to the sequence id.
     *
     * @return false if nothing was written, because the name is not plain
     */
    public static boolean write(TMessage header, MessageTransport transport) throws TTransportException {
        byte[] name = header.name.getBytes(StandardCharsets.UTF_8);
        if (!isPlain(name, 0, name.length)) {
            return false;
        }
        byte[] rest = ("\"," + header.type + ',' + header.seqid).getBytes(StandardCharsets.US_ASCII);
        transport.write(BEGIN, 0, BEGIN.length);
        transport.write(name, 0, name.length);
        transport.write(rest, 0, rest.length);
        return true;
    }
}
