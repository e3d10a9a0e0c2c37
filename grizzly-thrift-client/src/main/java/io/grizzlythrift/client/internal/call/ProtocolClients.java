package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.internal.message.MessageTransport;
import java.util.Arrays;
import org.apache.thrift.TServiceClient;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;

/** One protocol of a {@link CallCodec}, and the generated clients that read and write it. Not thread-safe. */
final class ProtocolClients {
    private final TProtocolFactory factory;
    private final MessageTransport transport;
    private MessageProtocol messages;

    /** Indexed by {@link GeneratedService#index()}. */
    private TServiceClient[] clients = {};

    ProtocolClients(TProtocolFactory factory, MessageTransport transport) {
        this.factory = factory;
        this.transport = transport;
        messages = MessageProtocol.create(factory, transport);
    }

    TProtocolFactory factory() {
        return factory;
    }

    MessageProtocol messages() {
        return messages;
    }

    TProtocol protocol() {
        return messages.protocol();
    }

    TServiceClient clientOf(GeneratedService service) {
        int index = service.index();
        if (index >= clients.length) {
            clients = Arrays.copyOf(clients, index + 1);
        }
        TServiceClient client = clients[index];
        if (client == null) {
            client = service.newClient(protocol());
            clients[index] = client;
        }
        return client;
    }

    /** Recreates everything that may hold the state of a message that was only partly read or written. */
    void renew() {
        messages = MessageProtocol.create(factory, transport);
        Arrays.fill(clients, null);
    }
}
