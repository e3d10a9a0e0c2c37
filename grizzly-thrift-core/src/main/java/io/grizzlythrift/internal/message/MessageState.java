package io.grizzlythrift.internal.message;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;

/** The state of a {@link ReplayingProtocol}: about the message that it reads and the one that it writes. */
final class MessageState {
    /** Null if nothing observes the reading of messages. */
    private final ArgumentListener listener;

    private boolean headersFound;

    /** The header, not as an object: storing a new one in this old object for each call costs a GC write barrier. */
    private String name = "";

    private byte type;
    private int sequenceId;
    private boolean argumentsRead;
    private byte writtenType;
    private int writtenExceptionType;

    MessageState(Optional<ArgumentListener> listener) {
        this.listener = listener.orElse(null);
    }

    /** Resets the state before a message is read. */
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

    /**
     * Reads ahead a field that may hold headers and passes them to the listener, unless the message already had
     * headers.
     */
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

    /** Records an i32 that is about to be written. The last i32 of an exception is its type. */
    void writeI32(int value) {
        if (writtenType == TMessageType.EXCEPTION) {
            writtenExceptionType = value;
        }
    }

    @SuppressWarnings("ReferenceEquality") // names in headers come from a cache
    void replay(TMessage header) {
        if (name != header.name) {
            name = header.name;
        }
        type = header.type;
        sequenceId = header.seqid;
    }

    TMessage header() {
        return new TMessage(name, type, sequenceId);
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
