package io.grizzlythrift.internal.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A copy of the headers of a request, because HTTP servers reuse the request object as soon as it has a response.
 * Immutable.
 */
public final class RequestHeaders {
    private final String[] names;
    private final String[] values;

    /** Creates headers: the value at an index belongs to the name at this index. The arrays now belong to this object. */
    public RequestHeaders(String[] names, String[] values) {
        this.names = names;
        this.values = values;
    }

    /** {@return the values by name, in the order received; read-only, and names are not case-sensitive} */
    public Map<String, List<String>> asMap() {
        Map<String, List<String>> map = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 0; i < names.length; i++) {
            map.computeIfAbsent(names[i], name -> new ArrayList<>(1)).add(values[i]);
        }
        map.replaceAll((name, list) -> List.copyOf(list));
        return Collections.unmodifiableMap(map);
    }
}
