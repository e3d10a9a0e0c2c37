package io.grizzlythrift.dispatch;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The headers of a call and those of its reply, as the context of the call shows them. Thread-safe. */
public interface CallHeaders {
    /** {@return the values by name, unmodifiable; names are not case-sensitive} */
    Map<String, List<String>> received();

    /** Adds a header to the reply. Returns false if the reply cannot carry it or is already encoded. */
    boolean addToReply(String name, String value);

    /** Returns these headers, and those headers of the arguments whose names are not among these. */
    default CallHeaders with(Map<String, List<String>> fromArguments) {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(fromArguments);
        all.putAll(received());
        Map<String, List<String>> unmodifiable = Collections.unmodifiableMap(all);
        return new CallHeaders() {
            @Override
            public Map<String, List<String>> received() {
                return unmodifiable;
            }

            @Override
            public boolean addToReply(String name, String value) {
                return CallHeaders.this.addToReply(name, value);
            }
        };
    }

    /** Returns the headers of a call whose reply cannot carry headers. */
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
