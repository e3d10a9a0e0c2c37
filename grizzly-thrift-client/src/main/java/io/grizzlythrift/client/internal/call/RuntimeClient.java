package io.grizzlythrift.client.internal.call;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.TServiceClient;
import org.apache.thrift.TServiceClientFactory;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolException;

/** Does for each {@link RuntimeMethod} what a generated client does for its own methods. Not thread-safe, like all of them. */
public final class RuntimeClient extends TServiceClient {
    private static final MethodHandle SEND = handle(
            "send", MethodType.methodType(void.class, RuntimeMethod.class, TServiceClient.class, Object[].class));
    private static final MethodHandle RECEIVE =
            handle("receive", MethodType.methodType(Object.class, RuntimeMethod.class, TServiceClient.class));

    private RuntimeClient(TProtocol in, TProtocol out) {
        super(in, out);
    }

    /** Creates clients for any service. */
    public static final class Factory implements TServiceClientFactory<RuntimeClient> {
        @Override
        public RuntimeClient getClient(TProtocol both) {
            return new RuntimeClient(both, both);
        }

        @Override
        public RuntimeClient getClient(TProtocol in, TProtocol out) {
            return new RuntimeClient(in, out);
        }
    }

    private static MethodHandle handle(String name, MethodType type) {
        try {
            return MethodHandles.lookup().findStatic(RuntimeClient.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** {@return a handle like that of a generated {@code send_} method} */
    static MethodHandle sender(RuntimeMethod method) {
        return SEND.bindTo(method);
    }

    /** {@return a handle like that of a generated {@code recv_} method} */
    static MethodHandle receiver(RuntimeMethod method) {
        return RECEIVE.bindTo(method);
    }

    static void send(RuntimeMethod method, TServiceClient client, Object[] arguments) throws TException {
        RuntimeClient own = (RuntimeClient) client;
        byte type = method.isOneway() ? TMessageType.ONEWAY : TMessageType.CALL;
        own.oprot_.writeMessageBegin(new TMessage(method.name(), type, ++own.seqid_));
        method.writeArguments(arguments[0], own.oprot_);
        own.oprot_.writeMessageEnd();
        own.oprot_.getTransport().flush();
    }

    static Object receive(RuntimeMethod method, TServiceClient client) throws TException {
        TProtocol in = client.getInputProtocol();
        TMessage header = in.readMessageBegin();
        if (header.type == TMessageType.EXCEPTION) {
            TApplicationException thrown = TApplicationException.readFrom(in);
            in.readMessageEnd();
            throw thrown;
        }
        if (header.type != TMessageType.REPLY) {
            throw new TProtocolException(
                    TProtocolException.INVALID_DATA, "message type " + header.type + " is not REPLY (2)");
        }
        Object result = method.readResult(in);
        in.readMessageEnd();
        return result;
    }
}
