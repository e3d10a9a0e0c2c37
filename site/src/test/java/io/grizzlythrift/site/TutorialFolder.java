package io.grizzlythrift.site;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * The folder of a reader of the tutorial: at first empty, with an empty local repository in which only the artifacts of
 * this build are installed. All others come out of the local repository of this build, and never over a network.
 */
final class TutorialFolder {
    private static final String GROUP = "io/grizzlythrift";
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>grizzly-thrift-bom</artifactId>\\s*<version>(.*)</");
    private static final Pattern COLOUR = Pattern.compile("\u001B\\[[0-9;]*m");
    private static final Pattern COMPILER = Pattern.compile("Thrift version (\\d+)\\.(\\d+).*");
    private static final Pattern CLASS_PATH = Pattern.compile("name=\"surefire.test.class.path\" value=\"([^\"]*)\"");
    private static final Pattern OF_TESTS = Pattern.compile("(junit|opentest4j|apiguardian|surefire).*");

    /** Far more than Maven takes, even while both cores are busy: only so that the test does not hang. */
    private static final int MINUTES = 5;

    private final Path home;
    private final Path project;

    private TutorialFolder(Path home) {
        this.home = home;
        this.project = home.resolve("greeter");
    }

    /** Empties it, installs the artifacts, and puts a {@code mvn} on its path that knows no other repositories. */
    static TutorialFolder create(Path folder) throws IOException {
        TutorialFolder created = new TutorialFolder(folder.toAbsolutePath().normalize());
        created.delete();
        Files.createDirectories(created.project);
        created.install();
        created.maven();
        return created;
    }

    /** The files that the page has the reader create, by their paths. */
    static Map<String, String> files(Document page) {
        Map<String, String> files = new LinkedHashMap<>();
        for (Element before : page.select("p")) {
            if (before.text().matches("Create \\S+:")) {
                Element block = before.nextElementSibling().selectFirst("pre > code");
                files.put(before.select("code").text(), block.wholeText());
            }
        }
        return files;
    }

    private void delete() throws IOException {
        if (Files.exists(home)) {
            try (Stream<Path> files = Files.walk(home)) {
                files.sorted((one, other) -> other.compareTo(one))
                        .map(Path::toFile)
                        .forEach(File::delete);
            }
        }
    }

    private void install() throws IOException {
        Path root = Path.of("..");
        Matcher version = VERSION.matcher(Files.readString(root.resolve("pom.xml")));
        if (!version.find()) {
            throw new IOException("the pom names no version");
        }
        install("grizzly-thrift-bom", version.group(1), root.resolve("grizzly-thrift-core/bom"), false);
        install("grizzly-thrift-parent", version.group(1), root, false);
        install("grizzly-thrift-strategies", version.group(1), root.resolve("strategies"), true);
        install("grizzly-thrift-core", version.group(1), root.resolve("grizzly-thrift-core"), true);
        install("grizzly-thrift-client", version.group(1), root.resolve("grizzly-thrift-client"), true);
    }

    private void install(String artifact, String version, Path module, boolean jar) throws IOException {
        Path there = home.resolve("repository").resolve(GROUP).resolve(artifact).resolve(version);
        Files.createDirectories(there);
        String name = artifact + "-" + version;
        Files.copy(module.resolve("pom.xml"), there.resolve(name + ".pom"));
        if (jar) {
            Files.copy(module.resolve("target").resolve(name + ".jar"), there.resolve(name + ".jar"));
        }
    }

    private void maven() throws IOException {
        write("../settings.xml", """
                <settings>
                  <mirrors>
                    <mirror>
                      <id>of-the-build</id>
                      <mirrorOf>*</mirrorOf>
                      <url>%s</url>
                    </mirror>
                  </mirrors>
                </settings>
                """.formatted(
                        Path.of(System.getProperty("maven.repository")).toUri()));
        write("../bin/mvn", """
                #!/bin/sh
                exec '%s/bin/mvn' -B -ntp -s '%s' -Dmaven.repo.local='%s' "$@"
                """.formatted(
                        System.getProperty("maven.home"), home.resolve("settings.xml"), home.resolve("repository")));
        Files.setPosixFilePermissions(home.resolve("bin/mvn"), PosixFilePermissions.fromString("rwxr-xr-x"));
        // So that Maven does not look for its configuration in the folders above.
        Files.createDirectories(project.resolve(".mvn"));
    }

    void write(String path, String text) throws IOException {
        Path file = project.resolve(path).normalize();
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    void copy(Path from, String to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                write(to + "/" + from.relativize(file), Files.readString(file));
            }
        }
    }

    Path resolve(String path) {
        return project.resolve(path);
    }

    /** Runs the commands that generate code, if there is a compiler for them; otherwise does nothing. */
    boolean generates(String commands) throws IOException, InterruptedException {
        String compiler = System.getProperty("thrift.executable");
        if (!fits(compiler)) {
            System.out.println("no Thrift compiler 0.21 or newer: the generated code of samples/guide stands in");
            return false;
        }
        run(commands.replaceAll("(?m)^thrift ", "'" + Matcher.quoteReplacement(compiler) + "' "));
        return true;
    }

    private boolean fits(String compiler) throws IOException, InterruptedException {
        Process process = process("'" + compiler + "' --version").start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher version = COMPILER.matcher(output.strip());
        return process.waitFor() == 0
                && version.matches()
                && (!version.group(1).equals("0") || Integer.parseInt(version.group(2)) >= 21);
    }

    /** Runs commands to their end, which must be a good one, and returns what they print. */
    String run(String commands) throws IOException, InterruptedException {
        Process process = process(commands).start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new AssertionError(commands + "\n" + output + Files.readString(home.resolve("stderr")));
            }
            return COLOUR.matcher(output).replaceAll("");
        } finally {
            process.destroyForcibly();
        }
    }

    Running start(String commands) throws IOException {
        return new Running(process("exec " + commands).start());
    }

    private ProcessBuilder process(String commands) {
        ProcessBuilder builder = new ProcessBuilder("sh", "-e", "-c", commands).directory(project.toFile());
        builder.redirectError(
                ProcessBuilder.Redirect.appendTo(home.resolve("stderr").toFile()));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("MAVEN_OPTS");
        builder.environment().merge("PATH", home.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        return builder;
    }

    /** The jars on the class path of the project's own test, without those of the test itself. */
    List<String> runtimeJars() throws IOException {
        Path report = resolve("target/surefire-reports/TEST-com.example.greeter.GreeterTest.xml");
        Matcher classPath = CLASS_PATH.matcher(Files.readString(report));
        if (!classPath.find()) {
            throw new IOException("no class path in " + report);
        }
        return Arrays.stream(classPath.group(1).split(File.pathSeparator, -1))
                .filter(entry -> entry.endsWith(".jar"))
                .map(entry -> Path.of(entry).getFileName().toString())
                .filter(jar -> !OF_TESTS.matcher(jar).matches())
                .sorted()
                .toList();
    }

    /** A process that goes on. */
    static final class Running implements AutoCloseable {
        private final Process process;
        private final BufferedReader out;

        Running(Process process) {
            this.process = process;
            this.out = process.inputReader();
        }

        void awaitLine(String part) throws IOException {
            StringBuilder before = new StringBuilder();
            for (String line = out.readLine(); ; line = out.readLine()) {
                if (line == null) {
                    throw new AssertionError("it ended without \"" + part + "\":\n" + before);
                }
                if (line.contains(part)) {
                    return;
                }
                before.append(line).append('\n');
            }
        }

        @Override
        public void close() {
            process.destroy();
            process.onExit().orTimeout(MINUTES, TimeUnit.MINUTES).join();
        }
    }
}
