package io.grizzlythrift.dispatch;

import io.grizzlythrift.header.FrameHeader;
import io.grizzlythrift.header.ReplyHeader;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The headers of a call whose frame has a header, decoded when they are first requested. Until then they stay in the
 * array of the frame. Before the thread of the call releases that array, it calls {@link #detach()}.
 *
 * <p>Thread-safe: {@link #header} changes under the lock of this object, which is held while the headers are decoded.
 */
public final class FrameCallHeaders implements CallHeaders {
    private final ReplyHeader replyHeader;

    /** Null once the headers are decoded. */
    private FrameHeader header;

    private volatile Map<String, List<String>> decoded;

    public FrameCallHeaders(FrameHeader header, ReplyHeader replyHeader) {
        this.header = header;
        this.replyHeader = replyHeader;
    }

    /**
     * Copies the encoded headers, if they are not decoded yet: the context of a call may outlive the array of its
     * frame.
     */
    public synchronized void detach() {
        if (header != null) {
            header = header.detached();
        }
    }

    @Override
    public Map<String, List<String>> received() {
        Map<String, List<String>> known = decoded;
        return known == null ? decode() : known;
    }

    private synchronized Map<String, List<String>> decode() {
        if (decoded == null) {
            Map<String, List<String>> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            header.effectiveHeaders().forEach((name, value) -> byName.put(name, List.of(value)));
            decoded = Collections.unmodifiableMap(byName);
            header = null;
        }
        return decoded;
    }

    @Override
    public boolean addToReply(String name, String value) {
        return replyHeader.add(name, value);
    }
}
