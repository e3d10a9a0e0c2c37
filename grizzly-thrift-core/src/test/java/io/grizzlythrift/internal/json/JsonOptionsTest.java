package io.grizzlythrift.internal.json;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.internal.json.Door.Running;
import io.grizzlythrift.reflection.Reflection;
import io.grizzlythrift.security.AccessRules;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.ServerThreads;
import io.grizzlythrift.test.server.Strategies;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TProcessor;
import org.apache.thrift.TProcessorFactory;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the options for JSON and for reflection. */
@Test(timeOut = 60_000)
public final class JsonOptionsTest {
    private static final TProcessor PROCESSOR = new Everything.Processor<>(new EverythingHandler());

    /** A processor whose class tells nothing. */
    private static final TProcessor WRAPPED = (in, out) -> PROCESSOR.process(in, out);

    @DataProvider
    static Object[][] transports() {
        TProtocolFactory compact = new TCompactProtocol.Factory();
        return new Object[][] {{true, new TBinaryProtocol.Factory()}, {true, compact}, {false, compact}};
    }

    @Test(dataProvider = "transports")
    public void reflection(boolean framed, TProtocolFactory protocol) throws Exception {
        try (ThriftServer server = Strategies.WORKER_THREAD
                .builder(PROCESSOR)
                .reflection(true)
                .build()
                .start()) {
            try (TTransport transport = connect(server, framed)) {
                Reflection.Client client = new Reflection.Client(
                        new TMultiplexedProtocol(protocol.getProtocol(transport), ReflectionService.NAME));
                assertTrue(client.catalog().contains("\"echoMixed\""));
                String idl = client.idl();
                assertTrue(idl.contains("service Everything extends Base {"), idl);
                assertTrue(!idl.contains("service Reflection"), idl);
                assertEquals(client.idl(), idl);
            }
        }
    }

    private static TTransport connect(ThriftServer server, boolean framed) throws Exception {
        TSocket socket = new TSocket(new TConfiguration(), "127.0.0.1", server.port(), ClientKind.TIMEOUT_MILLIS);
        TTransport transport = framed ? new TFramedTransport(socket) : socket;
        transport.open();
        return transport;
    }

    public void reflectionIsDenied() throws Exception {
        try (ThriftServer server = Strategies.WORKER_THREAD
                .builder(PROCESSOR)
                .reflection(true)
                .authorizer(AccessRules.of("echo*: *"))
                .build()
                .start()) {
            try (TTransport transport = connect(server, true)) {
                Reflection.Client client = new Reflection.Client(
                        new TMultiplexedProtocol(new TBinaryProtocol(transport), ReflectionService.NAME));
                TApplicationException denied = expectThrows(TApplicationException.class, client::catalog);
                assertTrue(denied.getMessage().startsWith("rejected: "), denied.getMessage());
            }
        }
    }

    public void withoutReflectionThereIsNoService() throws Exception {
        try (ThriftServer server =
                Strategies.WORKER_THREAD.builder(PROCESSOR).build().start()) {
            try (TTransport transport = connect(server, true)) {
                Reflection.Client client = new Reflection.Client(
                        new TMultiplexedProtocol(new TBinaryProtocol(transport), ReflectionService.NAME));
                TApplicationException unknown = expectThrows(TApplicationException.class, client::catalog);
                assertEquals(unknown.getType(), TApplicationException.UNKNOWN_METHOD);
            }
        }
    }

    public void theNameIsReserved() {
        IllegalArgumentException e = expectThrows(
                IllegalArgumentException.class,
                () -> ThriftServer.builder().service(ReflectionService.NAME, PROCESSOR));
        assertTrue(e.getMessage().contains("reserved"), e.getMessage());
    }

    public void jsonNeedsHttp() {
        IllegalStateException e = expectThrows(
                IllegalStateException.class,
                () -> Strategies.WORKER_THREAD
                        .builder(PROCESSOR)
                        .jsonCalls(true)
                        .build());
        assertEquals(e.getMessage(), "jsonCalls is true, but http is false: set http(true)");
    }

    public void aProcessorThatTellsNothing() throws Exception {
        for (boolean factory : new boolean[] {true, false}) {
            ThriftServer server = (factory
                            ? Strategies.WORKER_THREAD.bare().processorFactory(new Factory())
                            : Strategies.WORKER_THREAD.builder(WRAPPED))
                    .http(true)
                    .jsonCalls(true)
                    .build();
            IllegalStateException e = expectThrows(IllegalStateException.class, server::start);
            assertTrue(e.getMessage().contains("set catalog"), e.getMessage());
            ServerThreads.assertEnd(ServerThreads.of(server.config().name()));
        }
    }

    private static final class Factory extends TProcessorFactory {
        Factory() {
            super(PROCESSOR);
        }
    }

    public void aDescribedProcessor() throws Exception {
        try (Running server = Door.PORT.start(WorkerThreadStrategy.ofThreads(1), options -> {
            options.processor(WRAPPED);
            options.catalog(ServiceCatalog.of(Everything.class));
        })) {
            assertEquals(
                    server.post("/call/Everything/echoI64", "{\"value\": \"9007199254740993\"}")
                            .body(),
                    "\"9007199254740993\"");
            assertEquals(
                    server.post("/call/Everything/echoI64", "{\"value\": 7}").body(), "7");
        }
    }

    /** A program without Jackson. Returns what start() says. */
    public static final class Program implements Callable<String> {
        @Override
        public String call() {
            ThriftServer server = Strategies.WORKER_THREAD
                    .builder(new Everything.Processor<>(new EverythingHandler()))
                    .http(true)
                    .build()
                    .start();
            server.close();
            try {
                Strategies.WORKER_THREAD
                        .builder(new Everything.Processor<>(new EverythingHandler()))
                        .http(true)
                        .jsonCalls(true)
                        .build()
                        .start()
                        .close();
                return "started";
            } catch (IllegalStateException e) {
                return e.getMessage();
            }
        }
    }

    public void jacksonIsMissing() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (!entry.contains("jackson")) {
                urls.add(Path.of(entry).toUri().toURL());
            }
        }
        try (URLClassLoader loader =
                new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Callable<?> program = (Callable<?>)
                    loader.loadClass(Program.class.getName()).getConstructor().newInstance();
            assertEquals(program.call(), "jsonCalls needs com.fasterxml.jackson.core:jackson-core on the class path");
        }
    }
}
