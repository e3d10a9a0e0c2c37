package io.grizzlythrift.compat;

import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.Refused;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.server.ServerContext;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TServerEventHandler;
import org.apache.thrift.server.TThreadedSelectorServer;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;

/** A program written for TThreadedSelectorServer. A test also compiles this source with the other server class. */
public final class SelectorServerProgram implements DropInProgram {
    private static final ThreadLocal<Context> CALLER = new ThreadLocal<>();

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<String> notes = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final TNonblockingServerSocket socket;
    private final TServer server;
    private final Thread main;

    /** Starts the server. */
    public SelectorServerProgram() throws TTransportException {
        socket = new TNonblockingServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0, 1 << 20);
        TThreadedSelectorServer.Args options = new TThreadedSelectorServer.Args(socket)
                .processor(new Everything.Processor<>(handler()))
                .transportFactory(new TFramedTransport.Factory())
                .protocolFactory(new TCompactProtocol.Factory())
                .selectorThreads(2)
                .workerThreads(4)
                .acceptPolicy(TThreadedSelectorServer.Args.AcceptPolicy.FAST_ACCEPT)
                .acceptQueueSizePerThread(8)
                .stopTimeoutVal(20)
                .stopTimeoutUnit(TimeUnit.SECONDS);
        options.maxReadBufferBytes = 16 << 20;
        server = new TThreadedSelectorServer(options);
        server.setServerEventHandler(new Events());
        main = new Thread(server::serve, "program");
        main.start();
    }

    private Everything.Iface handler() {
        return (Everything.Iface) Proxy.newProxyInstance(
                Everything.Iface.class.getClassLoader(),
                new Class<?>[] {Everything.Iface.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "whoami" -> arguments[0] + " from connection " + CALLER.get().number;
                    case "note" -> {
                        notes.add((String) arguments[0]);
                        yield null;
                    }
                    case "baseCheck" -> throw new Refused((int) arguments[0]);
                    case "fail" -> throw new IllegalStateException("made up by a test");
                    default -> arguments == null ? null : arguments[0];
                });
    }

    @Override
    public int port() {
        return socket.getPort();
    }

    @Override
    public List<String> events() {
        return events;
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public boolean isServing() {
        return server.isServing();
    }

    @Override
    public void stop() {
        server.stop();
    }

    @Override
    public Thread main() {
        return main;
    }

    private final class Events implements TServerEventHandler {
        @Override
        public void preServe() {
            events.add("preServe");
        }

        @Override
        public ServerContext createContext(TProtocol input, TProtocol output) {
            Context context = new Context(connections.incrementAndGet());
            events.add("create " + context.number + " " + input.getClass().getSimpleName());
            return context;
        }

        @Override
        public void deleteContext(ServerContext context, TProtocol input, TProtocol output) {
            events.add("delete " + context.unwrap(Context.class).number);
        }

        @Override
        public void processContext(ServerContext context, TTransport input, TTransport output) {
            Context caller = context.unwrap(Context.class);
            CALLER.set(caller);
            events.add("process " + caller.number + " of " + caller.peer);
        }
    }

    private static final class Context implements ServerContext {
        private final int number;
        private volatile String peer = "nobody";

        Context(int number) {
            this.number = number;
        }

        @Override
        public <T> T unwrap(Class<T> type) {
            return type.cast(this);
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return type == Context.class;
        }

        @Override
        public void setRemoteAddress(SocketAddress address) {
            peer = ((InetSocketAddress) address).getAddress().getHostAddress();
        }
    }
}
