package io.grizzlythrift.frame.http;

/** What the bytes of a read tell about the requests of a connection. */
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
     * Bytes that are no valid request, or one that is too large. Nothing else follows on the connection.
     *
     * @param cause the status and the reason
     */
    record Rejection(BadRequestException cause) implements HttpEvent {}
}
