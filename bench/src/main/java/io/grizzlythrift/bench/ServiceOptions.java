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

/** The options that say what a server serves; shared by every command that starts one. */
final class ServiceOptions {
    @Option(
            names = "--service-jar",
            paramLabel = "PATH",
            description = "Serve a service of your own: a jar with its generated code and its handler. More jars or"
                    + " folders with classes that they need: separated as in a class path.")
    private Optional<String> jar;

    @Option(
            names = "--service",
            paramLabel = "NAME",
            description = {
                "What to serve (default: bench): bench, mapkeeper (in memory) or mapkeeper-stub (keeps nothing, replies"
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
     * {@return what to serve; a handler of the user's own is not created yet}
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
     * Rejects a service without recorded calls: all other calls are for the bench's own service.
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
