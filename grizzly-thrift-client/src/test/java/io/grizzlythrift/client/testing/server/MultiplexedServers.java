package io.grizzlythrift.client.testing.server;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.thrift.TMultiplexedProcessor;
import org.apache.thrift.TProcessor;
import org.apache.thrift.transport.TTransportException;
import org.testng.annotations.DataProvider;

/** The servers of several services on one port. */
public enum MultiplexedServers {
    /** This library needs no special processor. */
    OURS {
        @Override
        public TestServer start(ThriftProtocol protocol, Services services) {
            ThriftServerBuilder builder = ThriftServer.builder()
                    .name(UniqueName.of("test-multiplexed"))
                    .limits(PatientLimits.builder().build())
                    .listen(TestServer.HOST, 0)
                    .protocol(protocol)
                    .processor(services.plain);
            services.named.forEach(builder::service);
            return TestServer.of(builder.build().start());
        }

        @Override
        public boolean repliesToUnknownServices() {
            return true;
        }
    },
    THREADED_SELECTOR {
        @Override
        public TestServer start(ThriftProtocol protocol, Services services) throws TTransportException {
            return Servers.THREADED_SELECTOR.start(protocol, services.ofLibthrift());
        }
    },
    NONBLOCKING {
        @Override
        public TestServer start(ThriftProtocol protocol, Services services) throws TTransportException {
            return Servers.NONBLOCKING.start(protocol, services.ofLibthrift());
        }
    },
    HS_HA {
        @Override
        public TestServer start(ThriftProtocol protocol, Services services) throws TTransportException {
            return Servers.HS_HA.start(protocol, services.ofLibthrift());
        }
    },
    THREAD_POOL {
        @Override
        public TestServer start(ThriftProtocol protocol, Services services) throws TTransportException {
            return Servers.THREAD_POOL.start(protocol, services.ofLibthrift());
        }
    };

    /** The served services: some with a name, and one for calls without a service name. */
    public static final class Services {
        private final Map<String, TProcessor> named = new LinkedHashMap<>();
        private TProcessor plain;

        public Services add(String name, TProcessor processor) {
            named.put(name, processor);
            return this;
        }

        public Services plain(TProcessor processor) {
            plain = processor;
            return this;
        }

        public TMultiplexedProcessor ofLibthrift() {
            TMultiplexedProcessor processor = new TMultiplexedProcessor();
            named.forEach(processor::registerProcessor);
            processor.registerDefault(plain);
            return processor;
        }
    }

    public abstract TestServer start(ThriftProtocol protocol, Services services) throws TTransportException;

    /** Returns whether unknown services get an error reply; otherwise the connection is closed. */
    public boolean repliesToUnknownServices() {
        return false;
    }

    @DataProvider(name = "serversAndProtocols")
    public static Object[][] serversAndProtocols() {
        List<Object[]> rows = new ArrayList<>();
        for (MultiplexedServers server : values()) {
            for (ThriftProtocol protocol : ThriftProtocol.values()) {
                rows.add(new Object[] {server, protocol});
            }
        }
        return rows.toArray(Object[][]::new);
    }
}
