package io.grizzlythrift.message;

import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;

/** What a {@link ReplayingProtocol} knows of the message that it reads and of the one that it writes. */
final class MessageState {
    private TMessage header;
    private boolean argumentsRead;
    private byte writtenType;
    private int writtenExceptionType;

    /** A message is about to be read; none has been written for it. */
    void beginRead() {
        argumentsRead = false;
        writtenType = 0;
    }

    void endRead() {
        argumentsRead = true;
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
