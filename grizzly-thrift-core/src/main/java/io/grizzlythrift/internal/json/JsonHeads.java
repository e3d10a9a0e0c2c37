package io.grizzlythrift.internal.json;

import io.grizzlythrift.internal.dispatch.ResponseHead;
import io.grizzlythrift.internal.dispatch.ResponseHead.Header;
import java.util.ArrayList;
import java.util.List;

/** The heads of responses. */
final class JsonHeads {
    static final int OK = 200;
    static final int ACCEPTED = 202;
    static final int BAD_REQUEST = 400;
    static final int UNAUTHORIZED = 401;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int METHOD_NOT_ALLOWED = 405;
    static final int UNSUPPORTED_MEDIA_TYPE = 415;
    static final int UNPROCESSABLE_CONTENT = 422;
    static final int TOO_MANY_REQUESTS = 429;
    static final int INTERNAL_SERVER_ERROR = 500;
    static final int SERVICE_UNAVAILABLE = 503;

    static final String JSON = "application/json";
    static final String TEXT = "text/plain; charset=utf-8";

    private static final List<Header> ALWAYS =
            List.of(new Header("Cache-Control", "no-store"), new Header("X-Content-Type-Options", "nosniff"));

    /** When to try again after a rejection: no part of the server knows better. */
    private static final Header RETRY_AFTER = new Header("Retry-After", "1");

    private JsonHeads() {}

    static ResponseHead of(int status, String contentType, List<Header> further) {
        List<Header> headers = new ArrayList<>(ALWAYS);
        headers.addAll(further);
        return new ResponseHead(status, contentType, List.copyOf(headers));
    }

    static ResponseHead json(int status) {
        boolean isRejection = status == TOO_MANY_REQUESTS || status == SERVICE_UNAVAILABLE;
        return of(status, JSON, isRejection ? List.of(RETRY_AFTER) : List.of());
    }
}
