package io.grizzlythrift.client.peers;

import io.grizzlythrift.client.peers.gen.UuidPeers;
import io.grizzlythrift.message.ThriftProtocol;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.thrift.TApplicationException;

/**
 * What Thrift's own libraries of other languages need to run, and what they cannot do. {@code .ci/peers} installs them.
 *
 * <p>A field is left out where the library of that language, talking to itself, does not bring it over either.
 */
enum PeerLanguage {
    PYTHON("Python", "python") {
        @Override
        List<String> command(String program) {
            return List.of(
                    installed().resolve("bin/python").toString(),
                    SOURCES.resolve("python").resolve(program + ".py").toString());
        }

        @Override
        Map<String, String> environment() {
            return Map.of("PYTHONPATH", GENERATED.resolve("python").toString(), "PYTHONDONTWRITEBYTECODE", "1");
        }

        @Override
        Set<String> brokenFields(ThriftProtocol protocol) {
            // TJSONProtocol writes inf and nan bare, and refuses to read them so.
            return protocol == ThriftProtocol.JSON ? Set.of("oddDoubles") : Set.of();
        }
    },

    CPP("C++", "cpp") {
        @Override
        List<String> command(String program) {
            return List.of(installed().resolve(program).toString());
        }

        @Override
        boolean knowsUuid() {
            return false; // Debian's library is older than the type
        }

        @Override
        Set<String> brokenFields(ThriftProtocol protocol) {
            // TJSONProtocol drops a character zero when it reads.
            return protocol == ThriftProtocol.JSON ? Set.of("controls") : Set.of();
        }
    },

    NODE("Node.js", "nodejs") {
        @Override
        List<String> command(String program) {
            return List.of(
                    installed().resolve("node").toString(),
                    "--no-deprecation", // new Buffer, in the library
                    SOURCES.resolve("nodejs").resolve(program + ".js").toString());
        }

        @Override
        Map<String, String> environment() {
            Path modules = installed().resolve("node_modules");
            return Map.of("NODE_PATH", GENERATED.resolve("nodejs") + System.getProperty("path.separator") + modules);
        }

        @Override
        Set<String> brokenFields(ThriftProtocol protocol) {
            // Maps are objects, whose keys are strings: no struct, and numbers of 32 bits at most. No double is -0.
            Set<String> fields = new HashSet<>(Set.of("byPoint", "byLong", "zeros"));
            switch (protocol) {
                case BINARY -> {}
                case COMPACT -> fields.add("flags"); // TCompactProtocol reads every bool of a list as false
                case JSON -> {
                    fields.add("oddDoubles"); // TJSONProtocol writes Infinity and NaN bare, and cannot read them so
                    fields.add("lists"); // and loses its place in the second list of a map
                }
            }
            return fields;
        }

        @Override
        int typeOfUnknownMethod() {
            return TApplicationException.UNKNOWN; // the library reads the type of such an exception and never writes it
        }
    };

    private static final Path MODULE =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    private static final Path SOURCES = MODULE.resolve("src/test/peers");
    private static final Path GENERATED = MODULE.resolve("src/gen-test");

    private final String label;
    private final Path folder;

    PeerLanguage(String label, String folder) {
        this.label = label;
        this.folder = Path.of("../.peers", folder);
    }

    /**
     * The command that runs a program of this language, without its arguments.
     *
     * @param program client or server
     */
    abstract List<String> command(String program);

    /** Fields of Everything that the library does not bring over. */
    abstract Set<String> brokenFields(ThriftProtocol protocol);

    /** What its processes need beside the environment of the build. */
    Map<String, String> environment() {
        return Map.of();
    }

    /** Whether it serves and calls {@link UuidPeers}, or only what that extends. */
    boolean knowsUuid() {
        return true;
    }

    /** The type of the TApplicationException with which its server answers a call of an unknown method. */
    int typeOfUnknownMethod() {
        return TApplicationException.UNKNOWN_METHOD;
    }

    /** All fields that stay unset when it talks to Java. */
    Set<String> leftOut(ThriftProtocol protocol) {
        Set<String> fields = new HashSet<>(brokenFields(protocol));
        if (protocol == ThriftProtocol.JSON) {
            fields.add("many"); // libthrift 0.25 for Java cannot read containers of uuid in JSON
        }
        return fields;
    }

    boolean isInstalled() {
        return Files.exists(installed().resolve("ready"));
    }

    /** Where {@code .ci/peers} has put it. */
    final Path installed() {
        return MODULE.resolve(folder).normalize();
    }

    @Override
    public String toString() {
        return label;
    }
}
