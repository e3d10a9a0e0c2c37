package io.grizzlythrift.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.glassfish.grizzly.http.util.MimeHeaders;

/**
 * A copy of the headers of a request, because Grizzly reuses the request object as soon as it has a response.
 * Immutable.
 */
final class RequestHeaders {
    private final String[] names;
    private final String[] values;

    RequestHeaders(MimeHeaders headers) {
        int size = headers.size();
        names = new String[size];
        values = new String[size];
        for (int i = 0; i < size; i++) {
            names[i] = headers.getName(i).toString();
            values[i] = headers.getValue(i).toString();
        }
    }

    /** {@return the values by name, in the order received; read-only, and names are not case-sensitive} */
    Map<String, List<String>> asMap() {
        Map<String, List<String>> map = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 0; i < names.length; i++) {
            map.computeIfAbsent(names[i], name -> new ArrayList<>(1)).add(values[i]);
        }
        map.replaceAll((name, list) -> List.copyOf(list));
        return Collections.unmodifiableMap(map);
    }
}
