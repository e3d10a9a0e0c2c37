package io.grizzlythrift.call.context;

import io.grizzlythrift.header.FrameHeader;
import io.grizzlythrift.header.ReplyHeader;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The headers of a call whose frame has a header, decoded when they are first asked for. */
public final class FrameCallHeaders implements CallHeaders {
    private final FrameHeader header;
    private final ReplyHeader replyHeader;

    /** Decoded perhaps by several threads, to equal maps. */
    private volatile Map<String, List<String>> decoded;

    /** @param header is detached: the context of a call may be kept for longer than the array of its frame */
    public FrameCallHeaders(FrameHeader header, ReplyHeader replyHeader) {
        this.header = header.detached();
        this.replyHeader = replyHeader;
    }

    @Override
    public Map<String, List<String>> received() {
        Map<String, List<String>> known = decoded;
        if (known == null) {
            Map<String, List<String>> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            header.effectiveHeaders().forEach((name, value) -> byName.put(name, List.of(value)));
            known = Collections.unmodifiableMap(byName);
            decoded = known;
        }
        return known;
    }

    @Override
    public boolean addToReply(String name, String value) {
        return replyHeader.add(name, value);
    }
}
