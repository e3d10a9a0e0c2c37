package io.grizzlythrift.internal.frame;

/** An event that the bytes of a read cause on an HTTP connection. */
public sealed interface HttpEvent {
    /**
     * A complete request.
     *
     * @param head its method, path and headers
     * @param body an array that begins with the body and belongs to the request
     * @param bodyBytes the length of the body
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Request(RequestHead head, byte[] body, int bodyBytes) implements HttpEvent {}

    /** The peer waits for {@code 100 Continue} before it sends the body of its request. */
    record Expectation() implements HttpEvent {}

    /**
     * An invalid or too large request. It is the last event of its connection.
     *
     * @param cause the status and the reason
     */
    record Rejection(BadRequestException cause) implements HttpEvent {}
}
