package io.grizzlythrift.client.internal.stub;

import io.grizzlythrift.client.gen.Probe;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.TServiceClient;
import org.apache.thrift.TServiceClientFactory;
import org.apache.thrift.async.AsyncMethodCallback;
import org.apache.thrift.protocol.TProtocol;

/**
 * Code as generated with the option {@code fullcamel} for a service with the methods {@code string echo_text(1: string
 * text)} and {@code oneway void leave_note(1: string text)}, which are methods of Probe on the wire.
 */
public final class CamelProbe {
    private CamelProbe() {}

    /** The blocking methods. */
    public interface Iface {
        String echoText(String text) throws TException;

        void leaveNote(String text) throws TException;
    }

    /** The methods with callbacks. */
    public interface AsyncIface {
        void echoText(String text, AsyncMethodCallback<String> callback) throws TException;

        void leaveNote(String text, AsyncMethodCallback<Void> callback) throws TException;
    }

    /** The methods with futures. */
    public interface FutureIface {
        CompletableFuture<String> echoText(String text) throws TException;

        CompletableFuture<Void> leaveNote(String text) throws TException;
    }

    /** Writes calls and reads replies. */
    public static final class Client extends TServiceClient implements Iface {
        private Client(TProtocol in, TProtocol out) {
            super(in, out);
        }

        /** Creates clients. */
        public static final class Factory implements TServiceClientFactory<Client> {
            @Override
            public Client getClient(TProtocol protocol) {
                return new Client(protocol, protocol);
            }

            @Override
            public Client getClient(TProtocol in, TProtocol out) {
                return new Client(in, out);
            }
        }

        @Override
        public String echoText(String text) throws TException {
            sendEchoText(text);
            return recvEchoText();
        }

        public void sendEchoText(String text) throws TException {
            sendBase("echo", new Probe.echo_args(text));
        }

        public String recvEchoText() throws TException {
            Probe.echo_result result = new Probe.echo_result();
            receiveBase(result, "echo");
            if (result.isSetSuccess()) {
                return result.success;
            }
            throw new TApplicationException(TApplicationException.MISSING_RESULT, "echo failed: unknown result");
        }

        @Override
        public void leaveNote(String text) throws TException {
            sendLeaveNote(text);
        }

        public void sendLeaveNote(String text) throws TException {
            sendBaseOneway("note", new Probe.note_args(text));
        }
    }
}
