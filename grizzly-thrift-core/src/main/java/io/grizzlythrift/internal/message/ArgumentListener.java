package io.grizzlythrift.internal.message;

import java.util.List;
import java.util.Map;
import org.apache.thrift.TApplicationException;

/** Observes the reading of a call's arguments, on the thread that reads them. An exception from it fails that read. */
public interface ArgumentListener {
    /** {@return whether to call {@link #headersRead}; queried once for each protocol} */
    boolean readsHeaders();

    /**
     * Called when an argument field with headers was found, in the binary or the compact protocol.
     *
     * @param headers the values by name, not empty; names are not case-sensitive; unmodifiable
     * @throws TApplicationException to reject the call; the exception is sent as the reply
     */
    void headersRead(Map<String, List<String>> headers) throws TApplicationException;

    /** Called when the arguments have been read completely, before generated code calls the handler. */
    void argumentsRead();
}
