package io.grizzlythrift.bench.drift;

import io.grizzlythrift.bench.load.plan.LoadClient;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.process.Children;
import io.grizzlythrift.bench.process.JavaCommand;
import io.grizzlythrift.bench.process.Jdk;
import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.server.ServerSettings;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts this program with Drift's classes, on a JDK that can load them. */
public final class DriftJava {
    /** The name of Drift's server and of its client on the command line. */
    public static final String NAME = "drift";

    /** The oldest version that Drift 1.24 runs on. */
    private static final int REQUIRED = 22;

    private static final int WITH_UNSAFE_OPTION = 23;
    private static final String MAIN_CLASS = "io.grizzlythrift.bench.Bench";
    private static final String SERVER = "io.grizzlythrift.bench.drift.DriftServer";
    private static final String CLIENT = "io.grizzlythrift.bench.drift.DriftClient";

    /** Null until the first use. */
    private static Path classes;

    private DriftJava() {}

    /** {@return the reason why Drift cannot run on this machine; empty if it can} */
    public static Optional<String> obstacle() {
        return jdk().isPresent()
                ? Optional.empty()
                : Optional.of("drift needs JDK " + REQUIRED + " or newer, and there is none here; a variable such as"
                        + " JAVA_HOME_25 can name one");
    }

    /** {@return whether this process has Drift's classes, because it was started by {@link #command()}} */
    public static boolean isHere() {
        return DriftJava.class.getResource("DriftServer.class") != null;
    }

    /**
     * Creates the server.
     *
     * @param settings its settings
     * @return Drift's server if this process has Drift's classes, otherwise one in a separate process
     */
    public static BenchServer server(ServerSettings settings) {
        return isHere() ? create(BenchServer.class, SERVER, settings) : new DriftServerProcess(settings);
    }

    /**
     * Creates the client.
     *
     * @param plan the load
     * @return Drift's client if this process has Drift's classes, otherwise one that cannot be started
     */
    public static LoadClient client(LoadPlan plan) {
        return isHere() ? create(LoadClient.class, CLIENT, plan) : new DriftClientElsewhere(plan);
    }

    private static <T> T create(Class<T> type, String name, Object argument) {
        try {
            return type.cast(
                    Class.forName(name).getConstructor(argument.getClass()).newInstance(argument));
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException("cannot create " + name, broken);
        }
    }

    /**
     * Runs a command of this program in a process that has Drift's classes, with the same standard streams.
     *
     * @param arguments the command and its options
     * @return its exit code
     * @throws IOException if it cannot be started
     * @throws InterruptedException if the thread is interrupted; the process has ended then
     */
    public static int run(List<String> arguments) throws IOException, InterruptedException {
        try (Children children = new Children()) {
            return children.start(command().with(arguments).inheritIO()).waitFor();
        }
    }

    /**
     * Returns the command that starts this program with Drift's classes, and with the flags of this process. From JDK
     * 25 on, Netty uses {@code Unsafe} only if a flag allows it, and Drift deserves the faster Netty.
     *
     * @throws IllegalArgumentException if there is an {@link #obstacle()}
     */
    static JavaCommand command() throws IOException {
        Jdk jdk =
                jdk().orElseThrow(() -> new IllegalArgumentException(obstacle().orElseThrow()));
        List<String> flags = new ArrayList<>();
        if (jdk.feature() >= WITH_UNSAFE_OPTION) {
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("-X") || flag.startsWith("-D"))
                .forEach(flags::add);
        String classPath = classes(jdk) + File.pathSeparator + System.getProperty("java.class.path");
        return new JavaCommand(jdk.java().toString(), flags, classPath, MAIN_CLASS);
    }

    private static Optional<Jdk> jdk() {
        return Jdk.find(feature -> feature >= REQUIRED);
    }

    private static synchronized Path classes(Jdk jdk) throws IOException {
        if (classes == null) {
            classes = DriftSources.compile(jdk);
        }
        return classes;
    }
}
