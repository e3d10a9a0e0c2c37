package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.internal.call.CancelNotice;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.HeaderMap;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The headers of a reply, decoded at the first access. Names are case-insensitive. Unmodifiable.
 *
 * <p>Thread-safe: threads that access the map at the same time may each decode the same headers.
 */
final class ReceivedHeaders extends AbstractMap<String, String> {
    /** Refers to the array of the frame; null once it is decoded. */
    private volatile FrameHeader header;

    private volatile Map<String, String> decoded;

    ReceivedHeaders(FrameHeader header) {
        this.header = header;
    }

    private Map<String, String> decoded() {
        FrameHeader encoded = header;
        if (encoded != null) {
            decoded =
                    HeaderMap.NONE.plus(withoutOwn(encoded.effectiveHeaders())).asMap();
            header = null;
        }
        return decoded;
    }

    /** Removes the header that the server sends to this library, not to the user. */
    private static Map<String, String> withoutOwn(Map<String, String> headers) {
        if (!headers.containsKey(CancelNotice.ACCEPTED)) {
            return headers;
        }
        Map<String, String> others = new LinkedHashMap<>(headers);
        others.remove(CancelNotice.ACCEPTED);
        return others;
    }

    @Override
    public String get(Object name) {
        return decoded().get(name);
    }

    @Override
    public boolean containsKey(Object name) {
        return decoded().containsKey(name);
    }

    @Override
    public int size() {
        return decoded().size();
    }

    @Override
    public Set<Entry<String, String>> entrySet() {
        return decoded().entrySet();
    }
}
