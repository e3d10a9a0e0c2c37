package io.grizzlythrift.call.context;

import java.util.List;
import java.util.Map;

/** The headers of a call and those of its reply, as the context of the call shows them. Thread-safe. */
public interface CallHeaders {
    /** {@return the values by name, unmodifiable; names are not case-sensitive} */
    Map<String, List<String>> received();

    /** Adds a header to the reply. Returns false if the reply cannot carry it, or is encoded already. */
    boolean addToReply(String name, String value);

    /** Returns headers of a call whose reply has none. */
    static CallHeaders withoutReply(Map<String, List<String>> received) {
        return new CallHeaders() {
            @Override
            public Map<String, List<String>> received() {
                return received;
            }

            @Override
            public boolean addToReply(String name, String value) {
                return false;
            }
        };
    }
}
