package io.grizzlythrift.frame.http;

/** Thrown for bytes that are no valid request, or one that is too large. Nothing after them can be read as a request. */
public final class BadRequestException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * Makes the exception.
     *
     * @param status the status of the response
     * @param reason fit for the log and for the peer; contains nothing that the peer sent
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
