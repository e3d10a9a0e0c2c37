package io.grizzlythrift.servlet;

import io.grizzlythrift.internal.dispatch.CallTranscoder;
import io.grizzlythrift.internal.dispatch.ResponseHead;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes the heads of responses, and plain-text responses. */
final class Texts {
    static final String CONTENT_TYPE = "text/plain;charset=UTF-8";

    private Texts() {}

    static void writeHead(HttpServletResponse response, int status, String contentType, int length, boolean close) {
        response.setStatus(status);
        response.setContentType(contentType);
        response.setContentLength(length);
        if (contentType.equals(CONTENT_TYPE)) {
            response.setHeader("X-Content-Type-Options", "nosniff");
        }
        if (close) {
            response.setHeader("Connection", "close");
        }
    }

    /**
     * Writes a short text on the thread of the request, whose body is not read. If it has one, the client must not use the
     * connection again: the container may close it because of the rest.
     */
    static void write(HttpServletRequest request, HttpServletResponse response, int status, String text)
            throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writeHead(response, status, CONTENT_TYPE, bytes.length, hasBody(request));
        response.getOutputStream().write(bytes);
    }

    /** Does the same for a response in JSON. */
    static void write(HttpServletRequest request, HttpServletResponse response, CallTranscoder.Response json)
            throws IOException {
        ResponseHead head = json.head();
        head.headers().forEach(header -> response.setHeader(header.name(), header.value()));
        writeHead(response, head.status(), head.contentType(), json.body().length, hasBody(request));
        response.getOutputStream().write(json.body());
    }

    private static boolean hasBody(HttpServletRequest request) {
        return request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
    }
}
