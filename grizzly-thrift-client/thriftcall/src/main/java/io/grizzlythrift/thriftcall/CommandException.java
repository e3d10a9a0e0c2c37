package io.grizzlythrift.thriftcall;

/** Ends a command with an exit code and at most two lines: what failed, and what to do next. */
final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode code;
    private final String hint;

    /** @param hint what to do next; empty if the message says that */
    CommandException(ExitCode code, String message, String hint, Throwable cause) {
        super(message, cause);
        this.code = code;
        this.hint = hint;
    }

    static CommandException usage(String message, String hint) {
        return new CommandException(ExitCode.USAGE, message, hint, null);
    }

    ExitCode code() {
        return code;
    }

    String hint() {
        return hint;
    }
}
