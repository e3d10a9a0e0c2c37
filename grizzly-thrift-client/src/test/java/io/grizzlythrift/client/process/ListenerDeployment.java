package io.grizzlythrift.client.process;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftListener;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;

/** The life of an application that adds a listener to a transport of its container, and removes it when it is called again. */
public final class ListenerDeployment implements Callable<String> {
    private final ThriftListener listener;

    /** A container with a transport as Grizzly's HttpServer has it. */
    public static final class Container implements Callable<Object>, AutoCloseable {
        private final TCPNIOTransport transport = TCPNIOTransportBuilder.newInstance()
                .setIOStrategy(SameThreadIOStrategy.getInstance())
                .setWorkerThreadPoolConfig(ThreadPoolConfig.defaultConfig())
                .setSelectorRunnersCount(1)
                .build();

        /** Starts the transport and returns it. */
        @Override
        public Object call() throws IOException {
            transport.start();
            return transport;
        }

        @Override
        public void close() throws IOException {
            transport.shutdownNow();
        }
    }

    /**
     * @param transport of the container, whose Grizzly this class uses
     */
    public ListenerDeployment(Object transport) {
        listener = ThriftListener.builder((TCPNIOTransport) transport)
                .name("deployed")
                .protocol(ThriftProtocol.COMPACT)
                .listen("127.0.0.1", 0)
                .processor(new Probe.Processor<>(new ProbeHandler()))
                .build();
    }

    @Override
    public String call() throws Exception {
        if (listener.isRunning()) {
            listener.close();
            return "undeployed";
        }
        listener.start();
        try (ThriftClient client = ThriftClient.builder()
                .name("deployed")
                .protocol(ThriftProtocol.COMPACT)
                .endpoint("127.0.0.1", listener.port())
                .build()) {
            return client.stub(Probe.Iface.class).echo("deployed");
        }
    }
}
