package io.grizzlythrift.client.peers;

import io.grizzlythrift.client.peers.gen.Peers;
import io.grizzlythrift.client.peers.gen.UuidPeers;
import io.grizzlythrift.message.ThriftProtocol;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.thrift.TApplicationException;
import org.testng.SkipException;

/**
 * What Thrift's libraries of other languages need to run, and what they cannot do. {@code .ci/peers} installs them.
 *
 * <p>A field is left out if the library of that language cannot transfer it even to itself.
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
        String httpProgram() {
            return "http_client";
        }

        @Override
        Set<String> brokenFields(ThriftProtocol protocol) {
            // TJSONProtocol writes inf and nan without quotes, and rejects them when it reads.
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
        boolean callsIn(PeerDialect dialect) {
            return dialect != PeerDialect.ZLIB; // before 0.24, THeaderTransport writes beyond its buffers
        }

        @Override
        Set<String> brokenFields(ThriftProtocol protocol) {
            // TJSONProtocol drops the character zero when it reads.
            return protocol == ThriftProtocol.JSON ? Set.of("controls") : Set.of();
        }
    },

    CPP_24("C++ 0.24", "cpp24") {
        @Override
        List<String> command(String program) {
            return List.of(installed().resolve(program).toString());
        }

        @Override
        boolean knowsUuid() {
            return false; // its program is that of the older library
        }

        @Override
        Set<String> brokenFields(ThriftProtocol protocol) {
            return CPP.brokenFields(protocol);
        }

        @Override
        boolean servesIn(PeerDialect dialect) {
            // THeaderTransport restores no more bytes than it has written in a message so far, and some hundreds.
            return dialect != PeerDialect.ZLIB;
        }

        @Override
        boolean isOptional() {
            return true;
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
                    fields.add(
                            "oddDoubles"); // TJSONProtocol writes Infinity and NaN without quotes, and cannot read them
                    fields.add("lists"); // and loses its place in the second list of a map
                }
            }
            return fields;
        }

        @Override
        boolean callsIn(PeerDialect dialect) {
            return dialect != PeerDialect.ZLIB; // THeaderTransport rejects all transforms
        }

        @Override
        int typeOfUnknownMethod() {
            return TApplicationException.UNKNOWN; // the library reads the type of such an exception and never writes it
        }
    },

    GO("Go", "go") {
        @Override
        List<String> command(String program) {
            return List.of(installed().resolve(program).toString());
        }

        @Override
        Set<String> brokenFields(ThriftProtocol protocol) {
            return Set.of();
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
     * Returns the command that runs a program of this language, without its arguments.
     *
     * @param program client or server
     */
    abstract List<String> command(String program);

    /** Returns the program that calls over HTTP. */
    String httpProgram() {
        return "client";
    }

    /** Returns the fields of Everything that the library cannot transfer. */
    abstract Set<String> brokenFields(ThriftProtocol protocol);

    /** Returns whether {@code .ci/peers} succeeds without it. */
    boolean isOptional() {
        return false;
    }

    /** Returns whether its clients speak a dialect. */
    boolean callsIn(PeerDialect dialect) {
        return true;
    }

    /** Returns whether its servers speak a dialect. */
    boolean servesIn(PeerDialect dialect) {
        return callsIn(dialect);
    }

    /** Returns the environment variables that its processes need in addition. */
    Map<String, String> environment() {
        return Map.of();
    }

    /** Returns whether it serves and calls {@link UuidPeers}, or only its base service. */
    boolean knowsUuid() {
        return true;
    }

    /** Returns the type of the TApplicationException with which its server replies to an unknown method. */
    int typeOfUnknownMethod() {
        return TApplicationException.UNKNOWN_METHOD;
    }

    /** Returns all fields that stay unset in calls between it and Java. */
    Set<String> leftOut(ThriftProtocol protocol) {
        Set<String> fields = new HashSet<>(brokenFields(protocol));
        if (protocol == ThriftProtocol.JSON) {
            fields.add("many"); // libthrift 0.25 for Java cannot read containers of uuid in JSON
        }
        return fields;
    }

    /** Returns the methods that its client calls. */
    Set<String> methods() {
        Class<?> iface = knowsUuid() ? UuidPeers.Iface.class : Peers.Iface.class;
        return Arrays.stream(iface.getMethods()).map(Method::getName).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Does nothing if it is installed.
     *
     * @throws SkipException if it is not
     * @throws AssertionError if it is not, it is not optional, and the environment says {@code PEERS_REQUIRED=true}
     */
    void requireInstalled() {
        if (isInstalled()) {
            return;
        }
        String missing = "no " + this + " thrift in " + installed() + "; .ci/peers installs it";
        if (!isOptional() && Boolean.parseBoolean(System.getenv("PEERS_REQUIRED"))) {
            throw new AssertionError(missing);
        }
        throw new SkipException("skipped: " + missing);
    }

    boolean isInstalled() {
        return Files.exists(installed().resolve("ready"));
    }

    /** Returns the folder into which {@code .ci/peers} installs it. */
    final Path installed() {
        return MODULE.resolve(folder).normalize();
    }

    @Override
    public String toString() {
        return label;
    }
}
