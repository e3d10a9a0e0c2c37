package io.grizzlythrift.client.testing.scripted;

import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.testkit.ReceivedCall;
import io.grizzlythrift.testkit.ScriptedConnection;
import java.nio.charset.StandardCharsets;
import org.apache.thrift.TBase;
import org.apache.thrift.TException;
import org.apache.thrift.TFieldIdEnum;

/** Replies to calls of {@code Probe} with their own text, as echo does, and to any other call. */
public final class ProbeCalls {
    private static final short FIRST = 1;

    private ProbeCalls() {}

    /** Returns the first argument if it is a string or binary, otherwise an empty string. */
    public static String text(ReceivedCall call) {
        Object first = call.hasArguments() ? value(call.arguments()) : "";
        if (first instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        return first instanceof String text ? text : "";
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the type of the fields is not known here
    private static Object value(TBase arguments) {
        TFieldIdEnum first = arguments.fieldForId(FIRST);
        return first == null ? null : arguments.getFieldValue(first);
    }

    /** Returns the name in the header of the message. */
    public static String name(ReceivedCall call) {
        return call.service().map(service -> service + ":").orElse("") + call.method();
    }

    /** Replies with the text of the call. */
    public static void reply(ReceivedCall call) throws TException {
        call.connection().send(encodedReply(call));
    }

    /** Returns a reply with the text of the call, as it is sent. */
    public static byte[] encodedReply(ReceivedCall call) throws TException {
        if (call.hasArguments() && value(call.arguments()) instanceof byte[] bytes) {
            return call.encodeReply(bytes); // in JSON, binary is not a string
        }
        return new ReplyFrames(call.dialect(), call.protocol()).text(name(call), call.sequenceId(), text(call));
    }

    /** Waits until the client has closed or reset the connection. */
    public static void awaitClosed(ScriptedConnection connection) throws Exception {
        CallResults.result(connection.closed());
    }
}
