package io.grizzlythrift.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A call that took longer than {@link io.grizzlythrift.server.ServiceOptions#slowCallThreshold}. Names come from its peer.
 * Immutable.
 *
 * @param ended when it ended
 * @param service the service; empty if the call names none
 * @param method the method
 * @param peer the address of its peer
 * @param identity who made it; empty if that was not proved
 * @param queued the time from its read to its start
 * @param handled the time from its start to its encoded reply
 * @param messageBytes the size of the request in bytes
 * @param replyBytes the size of the reply in bytes
 */
public record SlowCall(
        Instant ended,
        String service,
        String method,
        String peer,
        Optional<String> identity,
        Duration queued,
        Duration handled,
        int messageBytes,
        int replyBytes) {}
