package io.grizzlythrift.message;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;

/** What a {@link ReplayingProtocol} knows of the message that it reads and of the one that it writes. */
final class MessageState {
    /** Null if nothing observes how messages are read. */
    private final ArgumentListener listener;

    private boolean headersFound;
    private TMessage header;
    private boolean argumentsRead;
    private byte writtenType;
    private int writtenExceptionType;

    MessageState(Optional<ArgumentListener> listener) {
        this.listener = listener.orElse(null);
    }

    /** A message is about to be read; none has been written for it. */
    void beginRead() {
        argumentsRead = false;
        writtenType = 0;
        headersFound = false;
    }

    void endRead() {
        argumentsRead = true;
        if (listener != null) {
            listener.argumentsRead();
        }
    }

    /** Reads ahead, for the listener, a field that may hold headers, unless the message had headers before. */
    void peekHeaders(TProtocol in, MessageTransport input) throws TApplicationException {
        if (!headersFound) {
            Map<String, List<String>> headers = ArgumentHeaderField.peek(in, input);
            if (!headers.isEmpty()) {
                headersFound = true;
                listener.headersRead(headers);
            }
        }
    }

    void beginWrite(byte type) {
        writtenType = type;
        writtenExceptionType = TApplicationException.UNKNOWN;
    }

    /** An i32 is about to be written. The last one of an exception is its type. */
    void writeI32(int value) {
        if (writtenType == TMessageType.EXCEPTION) {
            writtenExceptionType = value;
        }
    }

    void replay(TMessage header) {
        this.header = header;
    }

    TMessage header() {
        return header;
    }

    boolean argumentsRead() {
        return argumentsRead;
    }

    byte writtenType() {
        return writtenType;
    }

    int writtenExceptionType() {
        return writtenExceptionType;
    }
}
