package io.grizzlythrift.thriftcall;

/** How a command ended, for scripts. The page "Command line" documents the numbers, which never change. */
enum ExitCode {
    OK(0, "ok"),
    ERROR(1, "error"),
    USAGE(2, "usage"),
    CANNOT_CONNECT(3, "cannot-connect"),
    TIMED_OUT(4, "timed-out"),
    REJECTED(5, "rejected"),
    DENIED(6, "denied"),
    DECLARED_EXCEPTION(7, "declared-exception"),
    SERVER_ERROR(8, "server-error"),
    PROTOCOL_ERROR(9, "protocol-error"),
    CONNECTION_LOST(10, "connection-lost"),
    INTERRUPTED(130, "interrupted");

    private final int number;
    private final String label;

    ExitCode(int number, String label) {
        this.number = number;
        this.label = label;
    }

    int number() {
        return number;
    }

    /** {@return the name of this kind of failure in JSON} */
    String label() {
        return label;
    }
}
