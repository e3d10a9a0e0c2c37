package io.grizzlythrift.internal.call;

import org.apache.thrift.TApplicationException;

/**
 * An exception that is the reply to a call. It has no stack trace, which would take longer than to encode the reply, and
 * which no reply contains.
 */
public class ErrorReply extends TApplicationException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates a reply.
     *
     * @param type a type of {@link TApplicationException}
     * @param message the text for the caller
     */
    public ErrorReply(int type, String message) {
        super(type, message);
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it changes nothing
    public final Throwable fillInStackTrace() {
        return this;
    }
}
