package io.grizzlythrift.bench.service.jar;

import io.grizzlythrift.bench.gen.BenchService;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Creates jars like those of a user: generated code, and handlers that are compiled for the test. */
public final class ServiceJars {
    private static final String HANDLER = """
            package com.acme;

            import io.grizzlythrift.bench.gen.BenchService;
            import io.grizzlythrift.bench.gen.Work;
            import io.grizzlythrift.bench.service.UserHandler;
            import java.nio.ByteBuffer;

            class %s extends UserHandler implements BenchService.Iface {
                %s
                @Override public void ping() {}
                @Override public int add(int left, int right) { return left * 100 + right; }
                @Override public String echo(String text) { throw new IllegalStateException("no echo here"); }
                @Override public ByteBuffer blob(ByteBuffer bytes) { return bytes; }
                @Override public Work work(Work work) { return work; }
                @Override public void sleep(int millis) {}
                @Override public void burn(int micros) {}
                @Override public void note(String text) {}
            }
            """;

    private ServiceJars() {}

    /**
     * Creates a jar with the generated code of the bench's service, and a handler of each name whose add multiplies by
     * 100.
     */
    public static Path with(Path folder, String... handlers) throws IOException {
        Map<String, String> constructors = new TreeMap<>();
        Arrays.stream(handlers).forEach(name -> constructors.put(name, ""));
        return with(folder, constructors);
    }

    /** Creates such a jar with additional source code, such as a constructor, for each handler. */
    static Path with(Path folder, Map<String, String> membersByHandler) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<String> arguments = new ArrayList<>(List.of(
                "-nowarn", "-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path")));
        for (Map.Entry<String, String> handler : membersByHandler.entrySet()) {
            Path source = folder.resolve(handler.getKey() + ".java");
            Files.writeString(source, HANDLER.formatted(handler.getKey(), handler.getValue()));
            arguments.add(source.toString());
        }
        if (!membersByHandler.isEmpty()
                && ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)) != 0) {
            throw new IOException("the handlers do not compile");
        }
        Path jar = folder.resolve("acme.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> compiled = Files.walk(classes)) {
            for (Class<?> generated : BenchService.class.getDeclaredClasses()) {
                put(out, generated);
            }
            put(out, BenchService.class);
            for (Path each : compiled.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(each).toString()));
                out.write(Files.readAllBytes(each));
            }
        }
        return jar;
    }

    private static void put(JarOutputStream out, Class<?> type) throws IOException {
        String name = type.getName().replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(name));
        try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
            in.transferTo(out);
        }
    }
}
