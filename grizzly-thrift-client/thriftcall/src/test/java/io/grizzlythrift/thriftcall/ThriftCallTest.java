package io.grizzlythrift.thriftcall;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.test.UniqueName;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.testng.annotations.Test;

/** What needs no server: descriptions, help, completion and mistakes. */
public class ThriftCallTest {
    private static final String IDL = "src/test/thrift/orders.thrift";

    @Test
    void listsServicesForPeopleAndPrograms() {
        Run text = Run.of("list", "--idl", IDL, "-o", "text").succeeded();
        Run json = Run.of("list", "--idl", IDL, "-o", "json").succeeded();

        assertEquals(text.out(), """
                Orders
                  Order place(1: required Order order)
                  Order get(1: i64 id) throws (1: NotFound missing)
                  oneway void forget(1: i64 id)
                """);
        assertEquals(json.out().strip(), "[\"Orders.place\",\"Orders.get\",\"Orders.forget\"]");
    }

    @Test
    void describesAMethodWithItsTypesAndACallToCopy() {
        Run run = Run.of("describe", "--idl", IDL, "-o", "text", "Orders.place").succeeded();

        assertTrue(
                run.out().startsWith("/** Stores an order, and returns it with its id. */\nOrder place("), run.out());
        assertTrue(run.out().contains("enum State {\n  OPEN = 1\n  SHIPPED = 5\n}"), run.out());
        assertTrue(run.out().contains("  1: string currency = \"EUR\"\n"), run.out());
        assertTrue(run.out().contains("  4: State state = State.OPEN\n"), run.out());
        assertTrue(
                run.out()
                        .contains(
                                "thriftcall call HOST:PORT Orders.place '{\"order\":{\"id\":0,\"items\":[{\"name\":\"\","
                                        + "\"count\":0,\"price\":{\"currency\":\"\",\"cents\":0}}],\"notes\":{\"key\":\"\"},"
                                        + "\"state\":\"OPEN\"}}'"),
                run.out());
    }

    @Test
    void describesServicesAndTypes() {
        assertTrue(Run.of("describe", "--idl", IDL, "-o", "text", "NotFound")
                .succeeded()
                .out()
                .startsWith("/** There is no such order. */\nexception NotFound {\n  1: i64 id\n"));
        assertTrue(
                Run.of("describe", "--idl", IDL, "-o", "json", "Orders.get")
                        .succeeded()
                        .out()
                        .contains(
                                "\"exceptions\":[{\"id\":1,\"name\":\"missing\",\"type\":{\"type\":\"struct\",\"name\":\"NotFound\"}"));
        assertTrue(Run.of("describe", "--idl", IDL, "-o", "json")
                .succeeded()
                .out()
                .contains("\"enums\":[{\"name\":\"State\""));
        assertTrue(
                Run.of("describe", "--idl", IDL, "-o", "text").succeeded().out().contains("service Orders {"));
    }

    @Test
    void colorsAreOnlyThereIfTheyAreWanted() {
        assertFalse(Run.of("list", "--idl", IDL, "-o", "text").out().contains("\u001b"));
        assertTrue(Run.of("list", "--idl", IDL, "-o", "text", "--color", "always")
                .out()
                .contains("\u001b[1mOrders\u001b[0m"));
    }

    @Test
    void readsGeneratedClassesOfAJar() throws IOException {
        Path jar = Files.createTempFile(UniqueName.of("calculator"), ".jar");
        Path classes = Path.of("../../samples/calculator/target/classes");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                var paths = Files.walk(classes)) {
            for (Path each :
                    paths.filter(path -> path.toString().endsWith(".class")).toList()) {
                out.putNextEntry(
                        new ZipEntry(classes.relativize(each).toString().replace('\\', '/')));
                Files.copy(each, out);
            }
        }

        Run run = Run.of("list", "--jar", jar.toString(), "-o", "text").succeeded();

        assertTrue(run.out().contains("Calculator\n"), run.out());
        assertTrue(
                run.out().contains("i32 calculate(1: i32 logid, 2: Work w) throws (1: InvalidOperation ouch)"),
                run.out());
        Files.delete(jar);
    }

    @Test
    void mistakesSayWhatToDoNext() throws IOException {
        Run.of().failed(ExitCode.USAGE, "See: thriftcall --help");
        Run.of("lst").failed(ExitCode.USAGE, "'lst'", "Did you mean list?");
        Run.of("list").failed(ExitCode.USAGE, "--idl FILE or --jar FILE");
        Run.of("list", "--idl", "none.thrift").failed(ExitCode.USAGE, "none.thrift: no such file");
        Run.of("list", "--jar", "none.jar").failed(ExitCode.USAGE, "none.jar cannot be read");
        Run.of("list", "--idl", IDL, "--jar", "a.jar").failed(ExitCode.USAGE, "both --idl and --jar");
        Run.of("list", "--idl", IDL, "--output", "xml").failed(ExitCode.USAGE, "xml");
        Run.of("describe", "--idl", IDL, "Orders.plce").failed(ExitCode.USAGE, "Its methods: place, get, forget.");
        Run.of("describe", "--idl", IDL, "Order.place").failed(ExitCode.USAGE, "no service Order", "Services: Orders.");
        Run.of("call", "--idl", IDL, "127.0.0.1:1").failed(ExitCode.USAGE, "SERVICE.METHOD");
        Run.of("call", "--idl", IDL, "127.0.0.1", "get").failed(ExitCode.USAGE, "must be host:port");
        Run.of("call", "--idl", IDL, "127.0.0.1:1", "get", "{}", "-d", "{}")
                .failed(ExitCode.USAGE, "Use one of JSON, --data and --lines.");
        Run.of("call", "--idl", IDL, "127.0.0.1:1", "get", "-d", "@none").failed(ExitCode.USAGE, "cannot read @none");
        Run.of("call", "--idl", IDL, "127.0.0.1:1", "get", "--timeout", "5").failed(ExitCode.USAGE, "500ms, 5s");
        Run.of("call", "--idl", IDL, "127.0.0.1:1", "get", "--concurrency", "0")
                .failed(ExitCode.USAGE, "must be 1 to 10000");
        Run.of("call", "--idl", IDL, "127.0.0.1:1", "get", "--cert", "a.pem").failed(ExitCode.USAGE, "--key");
        Run.of("call", "--idl", IDL, "127.0.0.1:1", "get", "--ca", "none.pem").failed(ExitCode.USAGE, "none.pem");
        Run.of("call", "--idl", IDL, "127.0.0.1:1", "get", "--sasl", "x").failed(ExitCode.USAGE, "plain, digest-md5");
        Run.of("call", "--idl", IDL, "127.0.0.1:1", "get", "--sasl", "plain").failed(ExitCode.USAGE, "needs --user");
        Run.of("call", "--idl", IDL, "127.0.0.1:1", "get", "--dialect", "framed", "--header", "a=b")
                .failed(ExitCode.USAGE, "dialect is FRAMED");
        Path wrong = Files.createTempFile("wrong", ".thrift");
        Files.writeString(wrong, "struct S {\n  1: Missing a\n}", StandardCharsets.UTF_8);
        Run.of("list", "--idl", wrong.toString()).failed(ExitCode.USAGE, wrong + ":2:6: no type Missing");
        Files.delete(wrong);
    }

    @Test
    void helpAndVersion() {
        for (String command : new String[] {"list", "describe", "call", "health", "completion"}) {
            Run run = Run.of(command, "--help").succeeded();
            assertTrue(run.out().startsWith("Usage: thriftcall " + command + " "), run.out());
        }
        assertTrue(Run.of("--help").succeeded().out().contains("Exit codes: 0 success"));
        assertTrue(Run.of("--version").succeeded().out().startsWith("thriftcall 0."));
    }

    @Test
    void completionNamesCommandsAndOptions() {
        String bash = Run.of("completion", "bash").succeeded().out();

        assertTrue(bash.contains("complete -F _complete_thriftcall -o default thriftcall"), bash);
        assertTrue(bash.contains("--multiplexed"), bash);
        assertTrue(bash.contains(" PROTOCOL_option_args=(\"binary\""), bash);
        assertTrue(bash.contains(" DIALECT_option_args=(\"framed\""), bash);
        assertTrue(Run.of("completion", "zsh").succeeded().out().startsWith("autoload -U +X compinit"));
        Run.of("completion", "fish").failed(ExitCode.USAGE, "[BASH, ZSH]");
    }
}
