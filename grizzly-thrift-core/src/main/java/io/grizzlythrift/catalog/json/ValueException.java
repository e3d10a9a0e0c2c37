package io.grizzlythrift.catalog.json;

import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocolException;

/** A value cannot be converted. The path is added where the position in the document is known. */
final class ValueException extends TException {
    private static final long serialVersionUID = 1L;

    /** One of those of TProtocolException. */
    private final int type;

    /** Whether the value is complete, so that the position of the document is already behind it. */
    private final boolean isBehind;

    ValueException(String problem) {
        this(TProtocolException.INVALID_DATA, problem, false);
    }

    ValueException(int type, String problem) {
        this(type, problem, false);
    }

    private ValueException(int type, String problem, boolean isBehind) {
        super(problem);
        this.type = type;
        this.isBehind = isBehind;
    }

    static ValueException ofComplete(String problem) {
        return new ValueException(TProtocolException.INVALID_DATA, problem, true);
    }

    boolean isBehind() {
        return isBehind;
    }

    int type() {
        return type;
    }
}
