package io.grizzlythrift.internal.frame;

/**
 * Thrown for bytes that are not a valid request, or for a request that is too large. The bytes after them cannot be
 * read as a request.
 */
public final class BadRequestException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * Creates the exception.
     *
     * @param status the status of the response
     * @param reason a text for the log and for the peer; contains nothing that the peer sent
     */
    public BadRequestException(int status, String reason) {
        super(reason);
        this.status = status;
    }

    /** {@return the status of the response} */
    public int status() {
        return status;
    }
}
