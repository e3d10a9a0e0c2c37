package io.grizzlythrift.internal.http;

import io.grizzlythrift.internal.dispatch.ServiceConfig;
import io.grizzlythrift.internal.frame.ThriftMediaType;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.Locale;
import java.util.Optional;

/** Answers requests that are not calls, from their headers alone. */
public final class RequestCheck {
    /** The methods that are allowed, for the header Allow. */
    public static final String ALLOWED_METHODS = "POST, GET, HEAD";

    /**
     * A response.
     *
     * @param status the status of HTTP
     * @param text the body
     */
    public record Response(int status, String text) {}

    private final ServiceConfig service;

    public RequestCheck(ServiceConfig service) {
        this.service = service;
    }

    /**
     * Checks a request.
     *
     * @param contentType null if there is none
     * @param hasOrigin whether the request has the header Origin
     * @param started whether the service runs
     * @return the response; empty if the request can be a call
     */
    public Optional<Response> responseTo(String method, String contentType, boolean hasOrigin, boolean started) {
        if (method.equals("GET") || method.equals("HEAD")) {
            return Optional.of(new Response(HttpService.OK, description()));
        }
        if (!method.equals("POST")) {
            return Optional.of(new Response(HttpService.METHOD_NOT_ALLOWED, description()));
        }
        if (!ThriftMediaType.isAccepted(contentType == null ? "" : contentType, hasOrigin)) {
            String reason = "Content-Type must be " + ThriftMediaType.NAME + ".\n" + description();
            return Optional.of(new Response(HttpService.UNSUPPORTED_MEDIA_TYPE, reason));
        }
        if (!started) {
            return Optional.of(
                    new Response(HttpService.SERVICE_UNAVAILABLE, "'" + service.name() + "' is not started"));
        }
        return Optional.empty();
    }

    private String description() {
        Object protocol = service.protocol().orElse(null);
        String name = protocol != null && !(protocol instanceof ThriftProtocol)
                ? protocol.getClass().getSimpleName()
                : MessageProtocol.nameOf(service.protocol()).toLowerCase(Locale.ROOT);
        return "This is a Thrift service ('" + service.name() + "'), not a page. To call it, POST one message of the "
                + name + " protocol, unframed, with Content-Type: " + ThriftMediaType.NAME
                + ", which is what THttpClient of Thrift's libraries does with this address.\n";
    }
}
