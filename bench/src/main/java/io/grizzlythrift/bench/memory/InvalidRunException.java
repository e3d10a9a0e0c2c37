package io.grizzlythrift.bench.memory;

/** Why a run is not valid: a connection was not opened, not answered rightly, not held, or not closed. */
final class InvalidRunException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidRunException(String problem) {
        super(problem);
    }
}
