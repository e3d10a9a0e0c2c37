package io.grizzlythrift.message;

import java.util.List;
import java.util.Map;
import org.apache.thrift.TApplicationException;

/** Observes how the arguments of a call are read, on the thread that reads them. What it throws fails that read. */
public interface ArgumentListener {
    /** {@return whether {@link #headersRead} is wanted; asked once for each protocol} */
    boolean readsHeaders();

    /**
     * An argument field with headers was found, in the binary or the compact protocol.
     *
     * @param headers the values by name, not empty; names are not case-sensitive; unmodifiable
     * @throws TApplicationException to reject the call: this is its reply
     */
    void headersRead(Map<String, List<String>> headers) throws TApplicationException;

    /** The arguments have been read completely: generated code calls the handler next. */
    void argumentsRead();
}
