package io.grizzlythrift.client.codec;

import io.grizzlythrift.header.HeaderMap;
import io.grizzlythrift.header.Transform;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What the headers of all calls of one stub have in common, in the dialect HEADER. Immutable.
 *
 * @param protocolId of the client's protocol, as headers name it
 * @param transforms applied to each call
 * @param headers of the client and of the stub
 * @param replyHeaders gets the headers of each reply
 */
public record StubHeaders(
        int protocolId,
        List<Transform> transforms,
        HeaderMap headers,
        Optional<Consumer<Map<String, String>>> replyHeaders) {}
