package io.grizzlythrift.cdi;

import io.grizzlythrift.internal.binding.HandlerContract;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TProcessor;

/** A server, and the dependent instances that were created for it. */
final class BeanServer implements AutoCloseable {
    private final BeanManager manager;
    private final List<CreationalContext<?>> created = new ArrayList<>();
    private final ThriftServer server;

    /**
     * Creates a server, which is not started. If that fails, the instances that were created for it are destroyed.
     *
     * @param builder has the options from properties
     * @param beans one or more, each with a name of its own
     */
    BeanServer(String name, ThriftServerBuilder builder, List<ServiceBean> beans, BeanManager manager) {
        this.manager = manager;
        boolean complete = false;
        try {
            for (ServiceBean bean : beans) {
                TProcessor processor = processor(bean);
                builder.service(bean.name(), processor);
                if (beans.size() == 1 && !bean.hasOwnName()) {
                    builder.processor(processor);
                }
            }
            manager.getEvent()
                    .select(ThriftServerBuilder.class, NamedLiteral.of(name))
                    .fire(builder);
            server = builder.build();
            complete = true;
        } finally {
            if (!complete) {
                release();
            }
        }
    }

    private TProcessor processor(ServiceBean service) {
        HandlerContract contract = service.contract();
        Bean<?> bean = service.bean();
        CreationalContext<?> context = manager.createCreationalContext(bean);
        created.add(context);
        Object reference = manager.getReference(bean, contract.contract(), context);
        return contract.processor(RequestScopedHandler.of(contract.contract(), reference, manager));
    }

    ThriftServer server() {
        return server;
    }

    /** Drains the server, then destroys the dependent instances. */
    @Override
    public void close() {
        try {
            server.close();
        } finally {
            release();
        }
    }

    private void release() {
        created.forEach(CreationalContext::release);
        created.clear();
    }
}
