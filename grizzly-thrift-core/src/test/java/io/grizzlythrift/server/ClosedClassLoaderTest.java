package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.ServerThreads;
import io.grizzlythrift.test.server.Strategies;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.ServerSocket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that a server stops although its class loader is closed, as by a container whose deployment fails. */
@Test(timeOut = 60_000)
public final class ClosedClassLoaderTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final String LISTENER = "listener";

    /** Knows which classes it was asked for after its close. It loads them, so that a test finds all of them. */
    private static final class ApplicationLoader extends URLClassLoader {
        private final Set<String> late = new ConcurrentSkipListSet<>();
        private volatile boolean closed;

        ApplicationLoader() throws MalformedURLException {
            super(classPath(), ClassLoader.getPlatformClassLoader());
        }

        private static URL[] classPath() throws MalformedURLException {
            List<URL> urls = new ArrayList<>();
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
                urls.add(Path.of(entry).toUri().toURL());
            }
            return urls.toArray(URL[]::new);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (closed) {
                late.add(name);
            }
            return super.findClass(name);
        }

        void release() throws IOException {
            super.close();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** An application with a server. The first call starts it and returns its port, the second one stops it, the last one its host. */
    public static final class Application implements Callable<Integer> {
        private final String kind;
        private final String name;
        private EchoTransport host;
        private ThriftListener listener;
        private ThriftServer server;

        public Application(String kind, String name) {
            this.kind = kind;
            this.name = name;
        }

        @Override
        public Integer call() throws IOException {
            if (listener != null) {
                if (listener.isRunning()) {
                    listener.close();
                } else {
                    host.close();
                }
                return 0;
            }
            if (server != null) {
                server.close();
                return 0;
            }
            if (kind.equals(LISTENER)) {
                host = EchoTransport.started(SameThreadIOStrategy.getInstance());
                listener = ThriftListener.builder(host.transport())
                        .name(name)
                        .listen("127.0.0.1", 0)
                        .processor(new HeldProcessor())
                        .limits(Strategies.patient().build())
                        .build()
                        .start();
                return listener.port();
            }
            server = ThriftServer.builder()
                    .name(name)
                    .listen("127.0.0.1", 0)
                    .strategy(ProcessingStrategy.named(kind))
                    .processor(new HeldProcessor())
                    .limits(Strategies.patient().build())
                    .jmx(true)
                    .shutdownHook(true)
                    .build()
                    .start();
            return server.port();
        }
    }

    /** What a client has done before the server stops. */
    enum Client {
        NONE,
        CALLS
    }

    @DataProvider
    static Object[][] applications() {
        List<Object[]> rows = new ArrayList<>();
        for (String kind : List.of("worker-thread", "same-thread", "leader-follower", "adaptive", LISTENER)) {
            for (Client client : Client.values()) {
                rows.add(new Object[] {kind, client});
            }
        }
        return rows.toArray(Object[][]::new);
    }

    @Test(dataProvider = "applications")
    public void theServerStops(String kind, Client client) throws Exception {
        String name = UniqueName.of("closed");
        ApplicationLoader loader = new ApplicationLoader();
        Callable<?> application = (Callable<?>) loader.loadClass(Application.class.getName())
                .getConstructor(String.class, String.class)
                .newInstance(kind, name);
        int port = (Integer) application.call();
        if (client == Client.NONE) {
            loader.close();
            application.call();
        } else {
            try (RawClient connected = new RawClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
                connected.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 1));
                assertEquals(connected.readReply(PROTOCOL).sequenceId(), 1);
                loader.close();
                application.call();
                connected.readUntilClosedByServer();
            }
        }
        assertTrue(loader.late.isEmpty(), "classes that are not loaded early: " + loader.late);
        new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        ServerThreads.assertEnd(ServerThreads.of(name));
        application.call();
        loader.release();
    }
}
