package io.grizzlythrift.internal.json;

import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.internal.dispatch.CallTranscoder.Response;
import java.util.Optional;

/** What a request asks for. */
public sealed interface JsonRoute {
    /** Nothing that can be done. */
    record Refusal(Response response) implements JsonRoute {}

    /** The catalog, as JSON or in the IDL. */
    record Page(boolean isIdl) implements JsonRoute {}

    /**
     * A call.
     *
     * @param headerName the name in the header of its message
     * @param description the method; empty if it is not known
     */
    record Method(String headerName, Optional<MethodDescription> description) implements JsonRoute {}
}
