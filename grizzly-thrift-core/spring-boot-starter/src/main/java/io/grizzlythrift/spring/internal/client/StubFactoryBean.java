package io.grizzlythrift.spring.internal.client;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.spring.ThriftClients;
import org.springframework.beans.factory.FactoryBean;

/** Creates the stub of a client for one generated interface. */
public final class StubFactoryBean implements FactoryBean<Object> {
    private final Class<?> type;
    private final String client;
    private final String service;
    private final ThriftClients clients;

    /** @param service empty if calls name no service */
    public StubFactoryBean(Class<?> type, String client, String service, ThriftClients clients) {
        this.type = type;
        this.client = client;
        this.service = service;
        this.clients = clients;
    }

    @Override
    public Object getObject() {
        ThriftClient connected = clients.client(client);
        return service.isEmpty() ? connected.stub(type) : connected.stub(type, service);
    }

    @Override
    public Class<?> getObjectType() {
        return type;
    }
}
