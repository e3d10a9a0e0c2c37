package io.grizzlythrift.bench;

import io.grizzlythrift.bench.option.NamedValueConverter;
import io.grizzlythrift.bench.service.BundledService;
import io.grizzlythrift.bench.service.ServedService;
import io.grizzlythrift.bench.service.jar.JarService;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that select the service of a server, shared by all commands that start one. */
final class ServiceOptions {
    @Option(
            names = "--service-jar",
            paramLabel = "PATH",
            description =
                    "Serve your own service: a jar with its generated code and its handler. Separate additional jars"
                            + " or class folders that they need as in a class path.")
    private Optional<String> jar;

    @Option(
            names = "--service",
            paramLabel = "NAME",
            description = {
                "The service (default: bench): bench, mapkeeper (in memory) or mapkeeper-stub (stores nothing, replies"
                        + " at once).",
                "With --service-jar: the generated class, if there are several, such as com.acme.UserService."
            })
    private Optional<String> name;

    @Option(
            names = "--handler",
            paramLabel = "CLASS",
            description =
                    "With --service-jar: the class that implements Iface and has a constructor without parameters,"
                            + " if there are several.")
    private Optional<String> handler;

    /**
     * {@return the service; the user's own handler is not created yet}
     *
     * @throws IllegalArgumentException if there is no such service
     */
    ServedService service() {
        if (jar.isPresent()) {
            return JarService.of(jar.get(), name, handler);
        }
        handler.ifPresent(given -> {
            throw new IllegalArgumentException("handler is " + given + ", must be left out without --service-jar");
        });
        if (name.isEmpty()) {
            return BundledService.BENCH;
        }
        return Arrays.stream(BundledService.values())
                .filter(service -> NamedValueConverter.spelled(service).equals(name.get()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("service is " + name.get() + ", must be one of: "
                        + String.join(", ", NamedValueConverter.spelled(BundledService.values()))
                        + "; or a class, with --service-jar"));
    }

    /**
     * Rejects a service other than the bench's own unless there are recorded calls, because all other calls are for the
     * bench's own service.
     *
     * @param calls the recorded calls
     */
    void requireCalls(Optional<Path> calls) {
        if (calls.isEmpty() && service() != BundledService.BENCH) {
            throw new IllegalArgumentException("calls is missing, must be a file that 'record' wrote, for the service "
                    + jar.or(() -> name).orElse(""));
        }
    }

    /** {@return the same options as arguments for another process} */
    List<String> arguments() {
        List<String> all = new ArrayList<>();
        jar.ifPresent(given -> all.add("--service-jar=" + given));
        name.ifPresent(given -> all.add("--service=" + given));
        handler.ifPresent(given -> all.add("--handler=" + given));
        return all;
    }
}
