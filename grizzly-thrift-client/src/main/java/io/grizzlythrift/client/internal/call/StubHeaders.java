package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.header.Transform;
import io.grizzlythrift.internal.header.HeaderMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The settings for headers that all calls of one stub share. Immutable.
 *
 * @param protocolId the id of the client's protocol in the dialect HEADER; empty in other dialects, where an argument
 *     field carries the headers
 * @param transforms the transforms to apply to each call
 * @param headers the headers of the client and of the stub
 * @param computed computes headers of each call by name
 * @param replyHeaders gets the headers of each reply
 */
public record StubHeaders(
        OptionalInt protocolId,
        List<Transform> transforms,
        HeaderMap headers,
        Map<String, Supplier<String>> computed,
        Optional<Consumer<Map<String, String>>> replyHeaders) {}
