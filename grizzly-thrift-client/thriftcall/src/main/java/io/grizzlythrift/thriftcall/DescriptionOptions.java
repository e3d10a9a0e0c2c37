package io.grizzlythrift.thriftcall;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.idl.ThriftIdl;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the services are described. Without any of these options, the server is asked. */
final class DescriptionOptions {
    @Option(
            names = "--idl",
            paramLabel = "FILE",
            description = "Take the services from this .thrift file. May be repeated.")
    private List<Path> idl = new ArrayList<>();

    @Option(
            names = {"-I", "--include"},
            paramLabel = "DIR",
            description = "Look for included .thrift files here, too. May be repeated.")
    private List<Path> include = new ArrayList<>();

    @Option(
            names = "--jar",
            paramLabel = "FILE",
            description =
                    "Take the services from generated classes in this jar. May be repeated, also for jars that the"
                            + " classes need.")
    private List<Path> jars = new ArrayList<>();

    /** {@return the described services; empty if only the server can describe them} */
    Optional<ServiceCatalog> catalog() {
        if (!idl.isEmpty() && !jars.isEmpty()) {
            throw CommandException.usage("both --idl and --jar", "Use one of them.");
        }
        if (!idl.isEmpty()) {
            return Optional.of(ThriftIdl.read(idl, include));
        }
        return jars.isEmpty() ? Optional.empty() : Optional.of(JarServices.catalog(jars));
    }
}
