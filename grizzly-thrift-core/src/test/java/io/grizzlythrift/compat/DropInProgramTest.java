package io.grizzlythrift.compat;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotNull;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingClient;
import io.grizzlythrift.test.everything.TestValues;
import io.grizzlythrift.test.gen.Refused;
import io.grizzlythrift.test.server.RawClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TMemoryBuffer;
import org.testng.annotations.Test;

/**
 * Tests that a program for TThreadedSelectorServer behaves the same when only the class name of the server is replaced.
 */
@Test(timeOut = 120_000)
public final class DropInProgramTest {
    private static final String PROGRAM = "io.grizzlythrift.compat.SelectorServerProgram";
    private static final Path SOURCE = Path.of("src", "test", "java", PROGRAM.replace('.', '/') + ".java");
    private static final TProtocolFactory PROTOCOL = new TCompactProtocol.Factory();

    /** The replies that the clients of a program received, the events of its event handler, and its oneway calls. */
    private record Course(List<String> seen, List<String> events, List<String> notes) {}

    public void behavesLikeTThreadedSelectorServer() throws Exception {
        try (LogCapture log = LogCapture.start()) {
            Course theirs = courseOf(new SelectorServerProgram());
            Course ours = courseOf(withTheOtherClass());
            assertEquals(ours.seen, theirs.seen, log.text());
            assertEquals(ours.events, withoutSecondDeletions(theirs.events));
            assertEquals(ours.notes, theirs.notes);
        }
    }

    /** When it stops, TThreadedSelectorServer may delete the context of a recently closed connection a second time. */
    private static List<String> withoutSecondDeletions(List<String> events) {
        List<String> once = new ArrayList<>();
        for (String event : events) {
            if (!event.startsWith("delete") || !once.contains(event)) {
                once.add(event);
            }
        }
        return once;
    }

    private static Course courseOf(DropInProgram program) throws Exception {
        List<String> seen = new ArrayList<>();
        Await.that("serves", program::isServing);
        callEverything(ClientKind.FRAMED, program, seen);
        Await.that("the first context is deleted", () -> program.events().contains("delete 1"));
        callEverything(ClientKind.ASYNC, program, seen);
        Await.that("the contexts of the asynchronous client are deleted", () -> isDeleted(program));
        pipeline(program, seen);
        Await.that("the context of the pipelining client is deleted", () -> isDeleted(program));
        sendTooLargeFrame(program);
        Await.that("the context of the large frame is deleted", () -> isDeleted(program));
        try (EverythingClient open = ClientKind.FRAMED.open(program.port(), PROTOCOL)) {
            seen.add(open.calls().whoami("open at the end"));
            program.stop();
            program.main().join(TimeUnit.SECONDS.toMillis(20));
        }
        assertFalse(program.main().isAlive(), "serve() has not returned");
        assertFalse(program.isServing(), "isServing after serve()");
        return new Course(seen, List.copyOf(program.events()), List.copyOf(program.notes()));
    }

    private static boolean isDeleted(DropInProgram program) {
        return countOf(program, "delete") == countOf(program, "create");
    }

    private static long countOf(DropInProgram program, String event) {
        return program.events().stream()
                .filter(received -> received.startsWith(event))
                .count();
    }

    private static void callEverything(ClientKind kind, DropInProgram program, List<String> seen) throws Exception {
        try (EverythingClient client = kind.open(program.port(), PROTOCOL)) {
            client.calls().ping();
            seen.add(client.calls().whoami("hello"));
            seen.add(client.calls().echoString("x".repeat(500_000)));
            seen.add(client.calls().echoMixed(TestValues.fullMixed()).toString());
            for (int i = 0; i < 10; i++) {
                client.calls().note(kind + " " + i);
                seen.add(client.calls().whoami("after note " + i));
                seen.add("notes " + program.notes().size());
            }
            try {
                seen.add("returned " + client.calls().baseCheck(7));
            } catch (Refused e) {
                seen.add(e.toString());
            }
            if (kind == ClientKind.FRAMED) {
                try {
                    seen.add("returned " + client.calls().fail("anything"));
                } catch (TApplicationException e) {
                    seen.add(e.getType() + " " + e.getMessage());
                }
            }
        }
    }

    /**
     * Sends oneway calls and a call that must see them all in one write: calls of a connection run one after the other.
     */
    private static void pipeline(DropInProgram program, List<String> seen) throws Exception {
        byte[][] frames = IntStream.rangeClosed(0, 200)
                .mapToObj(i -> i < 200
                        ? message("note", TMessageType.ONEWAY, "piped " + i)
                        : message("whoami", TMessageType.CALL, "last"))
                .toArray(byte[][]::new);
        try (RawClient client =
                new RawClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), program.port()))) {
            client.sendFrames(frames);
            client.readFrame();
            seen.add("notes before the reply: " + program.notes().size());
        }
    }

    private static byte[] message(String method, byte type, String argument) {
        try {
            TMemoryBuffer buffer = new TMemoryBuffer(64);
            TProtocol out = PROTOCOL.getProtocol(buffer);
            out.writeMessageBegin(new TMessage(method, type, 1));
            out.writeStructBegin(new TStruct());
            out.writeFieldBegin(new TField("argument", TType.STRING, (short) 1));
            out.writeString(argument);
            out.writeFieldEnd();
            out.writeFieldStop();
            out.writeStructEnd();
            out.writeMessageEnd();
            return Arrays.copyOf(buffer.getArray(), buffer.length());
        } catch (TException e) {
            throw new AssertionError(e);
        }
    }

    /** The program allows 1 MiB, in a constructor of its server transport. */
    private static void sendTooLargeFrame(DropInProgram program) throws Exception {
        try (RawClient client =
                new RawClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), program.port()))) {
            client.send(ByteBuffer.allocate(8).putInt((1 << 20) + 1).array()).assertClosedByServer();
        }
    }

    private static DropInProgram withTheOtherClass() throws Exception {
        String text = Files.readString(SOURCE)
                .replace("org.apache.thrift.server.TThreadedSelectorServer", TGrizzlyServer.class.getName())
                .replace("TThreadedSelectorServer", TGrizzlyServer.class.getSimpleName());
        assertTrue(text.contains("new TGrizzlyServer(options)"), text);
        Map<String, byte[]> classes = compile(text);
        ClassLoader loader = new ClassLoader(DropInProgramTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                byte[] code = classes.remove(name);
                return code == null ? super.loadClass(name, resolve) : defineClass(name, code, 0, code.length);
            }

            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                throw new ClassNotFoundException(name);
            }
        };
        return (DropInProgram) loader.loadClass(PROGRAM).getConstructor().newInstance();
    }

    private static Map<String, byte[]> compile(String text) throws IOException {
        Map<String, ByteArrayOutputStream> written = new HashMap<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertNotNull(compiler, "a JDK");
        StringWriter output = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                JavaFileManager inMemory = new ForwardingJavaFileManager<>(files) {
                    @Override
                    public JavaFileObject getJavaFileForOutput(
                            Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
                        return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
                            @Override
                            public ByteArrayOutputStream openOutputStream() {
                                return written.computeIfAbsent(name, any -> new ByteArrayOutputStream());
                            }
                        };
                    }
                }) {
            JavaFileObject source =
                    new SimpleJavaFileObject(
                            URI.create("memory:///SelectorServerProgram.java"), JavaFileObject.Kind.SOURCE) {
                        @Override
                        public CharSequence getCharContent(boolean ignoreErrors) {
                            return text;
                        }
                    };
            String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
            boolean compiled = compiler.getTask(
                            output, inMemory, null, List.of("-proc:none", "-cp", classPath), null, List.of(source))
                    .call();
            assertTrue(compiled, output.toString());
        }
        Map<String, byte[]> classes = new HashMap<>();
        written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return classes;
    }
}
