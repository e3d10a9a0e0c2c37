package io.grizzlythrift.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.util.Header;
import org.glassfish.grizzly.http.util.HttpStatus;

/** Writes plain-text responses: descriptions and errors. */
final class TextResponses {
    private TextResponses() {}

    /** Writes a text with a status. */
    static void text(Response response, HttpStatus status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType("text/plain;charset=UTF-8");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setContentLength(bytes.length);
        response.getNIOOutputStream().write(bytes);
    }

    /** Writes an error with {@code Connection: close}. */
    static void close(Response response, HttpStatus status, String reason) throws IOException {
        response.setHeader(Header.Connection, "close");
        text(response, status, reason + "\n");
    }
}
