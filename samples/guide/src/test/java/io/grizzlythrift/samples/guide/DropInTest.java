package io.grizzlythrift.samples.guide;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.compat.TGrizzlyHsHaServer;
import io.grizzlythrift.compat.TGrizzlyNonblockingServer;
import io.grizzlythrift.compat.TGrizzlyServer;
import io.grizzlythrift.compat.TGrizzlyThreadPoolServer;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.server.TServer;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Each server of libthrift on the page on migrating serves, and so does its replacement, which differs in names only. */
@Test(timeOut = 60_000)
public class DropInTest {
    private static final Path SOURCES = Path.of("src", "main", "java", "io", "grizzlythrift", "samples", "guide");
    private static final Map<String, String> REPLACEMENTS = Map.of(
            "TThreadPoolServer", TGrizzlyThreadPoolServer.class.getSimpleName(),
            "THsHaServer", TGrizzlyHsHaServer.class.getSimpleName(),
            "TNonblockingServer", TGrizzlyNonblockingServer.class.getSimpleName(),
            "TThreadedSelectorServer", TGrizzlyServer.class.getSimpleName());

    @DataProvider
    Object[][] regions() {
        return new Object[][] {{"thread-pool"}, {"hs-ha"}, {"nonblocking"}, {"threaded-selector"}};
    }

    @Test(dataProvider = "regions")
    public void onlyTheNamesOfClassesDiffer(String region) throws Exception {
        String replaced = region(region, "LibthriftServers.java");
        for (Map.Entry<String, String> names : REPLACEMENTS.entrySet()) {
            replaced = replaced.replaceAll("\\b" + names.getKey() + "\\b", names.getValue());
        }
        assertEquals(region(region, "DropInServers.java"), replaced);
        assertTrue(replaced.contains("new TGrizzly"), replaced);
    }

    private static String region(String name, String file) throws Exception {
        String source = Files.readString(SOURCES.resolve(file));
        int start = source.indexOf("// @start region=" + name);
        return source.substring(start, source.indexOf("// @end region=" + name, start));
    }

    @FunctionalInterface
    private interface Blocking {
        TServer create(TServerSocket socket, TProcessor processor);
    }

    @FunctionalInterface
    private interface Nonblocking {
        TServer create(TNonblockingServerSocket socket, TProcessor processor);
    }

    @DataProvider
    Object[][] blocking() {
        return new Object[][] {{(Blocking) LibthriftServers::threadPool}, {(Blocking) DropInServers::threadPool}};
    }

    @DataProvider
    Object[][] nonblocking() {
        return new Object[][] {
            {(Nonblocking) LibthriftServers::hsHa},
            {(Nonblocking) DropInServers::hsHa},
            {(Nonblocking) LibthriftServers::nonblocking},
            {(Nonblocking) DropInServers::nonblocking},
            {(Nonblocking) LibthriftServers::threadedSelector},
            {(Nonblocking) DropInServers::threadedSelector},
            {(Nonblocking) DropInServers::configured},
        };
    }

    private static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private static TProcessor processor() {
        return new Calculator.Processor<>(new CalculatorHandler());
    }

    @Test(dataProvider = "blocking")
    public void serverOverBlockingSocket(Blocking server) throws Exception {
        TServerSocket socket = new TServerSocket(anyPort());
        int port = socket.getServerSocket().getLocalPort();
        assertServes(server.create(socket, processor()), port);
    }

    @Test(dataProvider = "nonblocking")
    public void serverOverNonblockingSocket(Nonblocking server) throws Exception {
        TNonblockingServerSocket socket = new TNonblockingServerSocket(anyPort());
        assertServes(server.create(socket, processor()), socket.getPort());
    }

    private static void assertServes(TServer server, int port) throws Exception {
        CompletableFuture<Void> end = CompletableFuture.runAsync(server::serve);
        try (TFramedTransport transport = new TFramedTransport(new TSocket("127.0.0.1", port, 20_000))) {
            transport.open();
            Calculator.Client client = new Calculator.Client(new TBinaryProtocol(transport));
            assertEquals(client.add(1, 1), 2);
        }
        server.stop();
        end.get(20, TimeUnit.SECONDS);
    }
}
