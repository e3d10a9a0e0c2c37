package io.grizzlythrift.client.codec;

import io.grizzlythrift.header.HeaderMap;
import io.grizzlythrift.header.Transform;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * What the headers of all calls of one stub have in common. Immutable.
 *
 * @param protocolId of the client's protocol, as headers of the dialect HEADER name it; empty in other dialects, where an
 *     argument field carries the headers
 * @param transforms applied to each call
 * @param headers of the client and of the stub
 * @param replyHeaders gets the headers of each reply
 */
public record StubHeaders(
        OptionalInt protocolId,
        List<Transform> transforms,
        HeaderMap headers,
        Optional<Consumer<Map<String, String>>> replyHeaders) {}
