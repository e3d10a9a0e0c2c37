package io.grizzlythrift.bench.service.jar;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.service.WireProtocol;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryBuffer;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Services from jars, and errors for jars without them. */
public final class JarServiceTest {
    private static final String SERVICE = BenchService.class.getName();

    private Path folder;

    @BeforeMethod
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory("service-jar");
    }

    @AfterMethod(alwaysRun = true)
    void removeFolder() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
    }

    /** If there is only one service and one handler, they need no names. */
    @Test
    public void findsTheOnlyServiceAndHandler() throws IOException, TException {
        JarService service = JarService.of(jar("Handler"), Optional.empty(), Optional.empty());
        assertEquals(service.toString(), SERVICE + " with com.acme.Handler");
        assertEquals(add(service.processor()), 402, "the handler of the jar");
        assertNotSame(service.processor(), service.processor());
    }

    /** The name may be that of the service, of its processor, or of the processor as in Java source. */
    @Test
    public void findsWhatIsNamed() throws IOException {
        String jar = jar("First", "Second");
        for (String name : List.of(SERVICE, SERVICE + "$Processor", SERVICE + ".Processor")) {
            assertEquals(
                    JarService.of(jar, Optional.of(name), Optional.of("com.acme.Second"))
                            .toString(),
                    SERVICE + " with com.acme.Second");
        }
    }

    /** The generated code and the handler may be in different jars or folders. */
    @Test
    public void takesSeveralPlaces() throws IOException, TException {
        String generated = ServiceJars.with(folder, Map.of()).toString();
        ServiceJars.with(folder, "Handler");
        String classes = folder.resolve("classes").toString();
        JarService service =
                JarService.of(generated + File.pathSeparator + classes, Optional.empty(), Optional.empty());
        assertEquals(add(service.processor()), 402);
    }

    @Test
    public void listsServicesThatWouldDo() throws IOException {
        assertEquals(
                refusal(jar("Handler"), Optional.of("com.acme.Users"), Optional.empty()),
                "service is com.acme.Users, must be one of: " + SERVICE);
        Files.createDirectories(folder.resolve("empty"));
        String empty = folder.resolve("empty").toString();
        assertEquals(
                refusal(empty, Optional.empty(), Optional.empty()),
                "service-jar is " + empty + ", must have a service that the Thrift compiler generated");
    }

    @Test
    public void listsHandlersThatWouldDo() throws IOException {
        String two = jar("First", "Second");
        assertEquals(
                refusal(two, Optional.empty(), Optional.empty()),
                "handler is missing, must be one of: com.acme.First, com.acme.Second");
        assertEquals(
                refusal(two, Optional.empty(), Optional.of("com.acme.Third")),
                "handler is com.acme.Third, must be one of: com.acme.First, com.acme.Second");
        assertEquals(
                refusal(two, Optional.empty(), Optional.of(SERVICE + ".Client")),
                "handler is " + SERVICE + ".Client, must be one of: com.acme.First, com.acme.Second");
    }

    /** A constructor with parameters cannot be called. */
    @Test
    public void saysWhatAHandlerMustBe() throws IOException {
        String jar = ServiceJars.with(folder, Map.of("Handler", "Handler(int size) {}"))
                .toString();
        assertEquals(
                refusal(jar, Optional.empty(), Optional.empty()),
                "handler is missing, must be a class of " + jar + " that implements " + SERVICE
                        + ".Iface and has a constructor without parameters");
    }

    @Test
    public void saysWhyAHandlerCannotBeCreated() throws IOException {
        String jar = ServiceJars.with(
                        folder, Map.of("Handler", "Handler() { throw new IllegalStateException(\"no database\"); }"))
                .toString();
        JarService service = JarService.of(jar, Optional.empty(), Optional.empty());
        assertEquals(
                expectThrows(IllegalArgumentException.class, service::processor).getMessage(),
                "handler is com.acme.Handler, but cannot be created: java.lang.IllegalStateException: no database");
    }

    @Test
    public void saysWhatAPathMustBe() throws IOException {
        Path text = Files.writeString(folder.resolve("readme.txt"), "no jar");
        for (Path bad : List.of(text, folder.resolve("absent.jar"))) {
            String message = refusal(bad.toString(), Optional.empty(), Optional.empty());
            assertTrue(
                    message.startsWith("service-jar is " + bad + ", must be a jar file or a folder with classes"),
                    message);
        }
    }

    private String jar(String... handlers) throws IOException {
        return ServiceJars.with(folder, handlers).toString();
    }

    private static String refusal(String jar, Optional<String> service, Optional<String> handler) {
        return expectThrows(IllegalArgumentException.class, () -> JarService.of(jar, service, handler))
                .getMessage();
    }

    private static int add(TProcessor processor) throws TException {
        TMemoryBuffer request = new TMemoryBuffer(64);
        TMemoryBuffer reply = new TMemoryBuffer(64);
        TProtocol in = WireProtocol.COMPACT.factory().getProtocol(request);
        TProtocol out = WireProtocol.COMPACT.factory().getProtocol(reply);
        BenchService.Client client = new BenchService.Client(out, in);
        client.send_add(4, 2);
        processor.process(in, out);
        return client.recv_add();
    }
}
