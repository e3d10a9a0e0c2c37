package io.grizzlythrift.thriftcall;

import io.grizzlythrift.catalog.json.TranscodingException;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.generic.DeclaredException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.thrift.TApplicationException;

/** Turns what was thrown into an exit code, a message, and advice. */
final class Failures {
    private Failures() {}

    static CommandException of(Throwable thrown) {
        if (thrown instanceof CommandException known) {
            return known;
        }
        if ((thrown instanceof CompletionException || thrown instanceof ExecutionException)
                && thrown.getCause() != null) {
            return of(thrown.getCause());
        }
        if (thrown instanceof DeclaredException declared) {
            return failure(ExitCode.DECLARED_EXCEPTION, declared, "");
        }
        if (thrown instanceof CallFailedException failed) {
            return ofCall(failed);
        }
        if (thrown instanceof TApplicationException exception) {
            return ofServer(exception);
        }
        if (thrown instanceof IllegalArgumentException) { // such as an IdlException, or arguments that do not fit
            return failure(ExitCode.USAGE, thrown, "");
        }
        return new CommandException(
                ExitCode.ERROR, "unexpected: " + thrown, "Run it again with --debug for the stack trace.", thrown);
    }

    private static CommandException ofCall(CallFailedException failed) {
        boolean unwritable = failed.failure() == FailureCause.UNWRITABLE_CALL;
        return unwritable && failed.getCause() instanceof TranscodingException bad
                ? failure(ExitCode.USAGE, bad, "'thriftcall describe' prints arguments to start from.")
                : failure(codeOf(failed.failure()), failed, hint(failed.failure()));
    }

    static ExitCode codeOf(FailureCause cause) {
        return switch (cause) {
            case CONNECT_FAILED -> ExitCode.CANNOT_CONNECT;
            case AUTHENTICATION_FAILED, PERMISSION_DENIED, UNAUTHENTICATED -> ExitCode.DENIED;
            case CONNECTION_RESET, CONNECTION_CLOSED -> ExitCode.CONNECTION_LOST;
            case PROTOCOL_ERROR, REPLY_TOO_LARGE, UNREADABLE_REPLY -> ExitCode.PROTOCOL_ERROR;
            case TIMED_OUT -> ExitCode.TIMED_OUT;
            case SERVER_OVERLOADED, SERVER_DRAINING, SERVER_QUEUE_TIMEOUT -> ExitCode.REJECTED;
            case UNWRITABLE_CALL, REFUSED -> ExitCode.USAGE;
            case CANCELLED, CLIENT_CLOSED -> ExitCode.INTERRUPTED;
            case NO_CAPACITY -> ExitCode.ERROR;
        };
    }

    private static String hint(FailureCause cause) {
        return switch (cause) {
            case CONNECT_FAILED -> "Check that the server listens there, and whether it needs --tls.";
            case AUTHENTICATION_FAILED, UNAUTHENTICATED ->
                "Check --sasl, --user and the password, or the certificate of --cert.";
            case PERMISSION_DENIED -> "Ask the operator of the server for access, or call as somebody else.";
            case CONNECTION_RESET, CONNECTION_CLOSED ->
                "The server may want something else: try --tls, --cert, --sasl, --protocol or --dialect.";
            case PROTOCOL_ERROR ->
                "The server may speak another way: try --protocol compact, --dialect unframed or --tls.";
            case REPLY_TOO_LARGE -> "Raise the limit with --max-frame.";
            case UNREADABLE_REPLY -> "Check that the description is that of this server.";
            case TIMED_OUT -> "Allow more with --timeout, or check whether the server is stuck.";
            case SERVER_OVERLOADED, SERVER_QUEUE_TIMEOUT -> "The server is overloaded. Try again later.";
            case SERVER_DRAINING -> "The server is about to stop. Try another one.";
            default -> "";
        };
    }

    private static CommandException ofServer(TApplicationException exception) {
        String message =
                "the server replied with an error: " + exception.getMessage() + " (type " + exception.getType() + ")";
        return switch (exception.getType()) {
            case TApplicationException.UNKNOWN_METHOD ->
                new CommandException(
                        ExitCode.SERVER_ERROR,
                        message,
                        "If the server has several services, name this one with --multiplexed.",
                        exception);
            case TApplicationException.PROTOCOL_ERROR ->
                new CommandException(
                        ExitCode.PROTOCOL_ERROR,
                        message,
                        "Check that the description is that of this server.",
                        exception);
            case TApplicationException.INVALID_PROTOCOL,
                    TApplicationException.INVALID_TRANSFORM,
                    TApplicationException.UNSUPPORTED_CLIENT_TYPE ->
                new CommandException(
                        ExitCode.PROTOCOL_ERROR, message, "Try another --protocol or --dialect.", exception);
            default ->
                new CommandException(ExitCode.SERVER_ERROR, message, "The log of the server says more.", exception);
        };
    }

    private static CommandException failure(ExitCode code, Throwable cause, String hint) {
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return new CommandException(code, message, hint, cause);
    }
}
