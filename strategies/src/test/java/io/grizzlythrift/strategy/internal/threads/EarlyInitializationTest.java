package io.grizzlythrift.strategy.internal.threads;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.testng.annotations.Test;

/** Tests that the classes that the first failure needs are initialized early. */
public final class EarlyInitializationTest {
    private static final AtomicInteger INITIALIZED = new AtomicInteger();

    private static final class Late {
        static {
            INITIALIZED.incrementAndGet();
        }
    }

    /** Runs in a separate JVM that logs the classes it initializes. */
    static final class Initializing {
        private Initializing() {}

        public static void main(String[] args) {
            EarlyInitialization.of();
        }
    }

    @Test
    void classesAreInitialized() {
        Class<?> late = Late.class;
        assertEquals(INITIALIZED.get(), 0);
        EarlyInitialization.of(late);
        EarlyInitialization.of(late);
        assertEquals(INITIALIZED.get(), 1);
    }

    /** As the classes of a second, newer version of a library behind the one that is used. */
    @Test
    void classesForANewerJvmAreSkipped() {
        List<String> asked = new ArrayList<>();
        ClassLoader loader = new ClassLoader(null) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                if (name.equals(Outer.class.getName())) {
                    return Outer.class;
                }
                asked.add(name);
                byte[] header = {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, 120, 0, 0};
                return defineClass(name, header, 0, header.length);
            }
        };
        EarlyInitialization.withNested(loader, "library.Newer", Outer.class.getName(), "library.Other");
        assertEquals(asked, List.of("library.Newer", "library.Other"));
        assertTrue(nestedInitialized);
    }

    private static boolean nestedInitialized;

    private static final class Outer {
        @SuppressWarnings("UnusedNestedClass") // only initialized
        private static final class Nested {
            static {
                nestedInitialized = true;
            }
        }
    }

    @Test(timeOut = 60_000)
    void whatClosesAConnectionIsInitialized() throws IOException, InterruptedException {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-Xlog:class+init=info",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Initializing.class.getName())
                .redirectErrorStream(true)
                .start();
        List<String> lines = jvm.inputReader().lines().collect(Collectors.toList());
        assertEquals(jvm.waitFor(), 0, String.join("\n", lines));
        for (String name : Set.of("org/glassfish/grizzly/CloseReason", "java/util/concurrent/atomic/Striped64$Cell")) {
            assertTrue(lines.stream().anyMatch(line -> line.contains("Initializing '" + name + "'")), name);
        }
    }
}
