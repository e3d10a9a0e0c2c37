package io.grizzlythrift.bench.memory;

/** Thrown if a run is not valid: a connection was not opened, held or closed, or a reply was wrong. */
final class InvalidRunException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidRunException(String problem) {
        super(problem);
    }
}
