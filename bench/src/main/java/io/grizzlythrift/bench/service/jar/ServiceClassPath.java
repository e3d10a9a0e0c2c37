package io.grizzlythrift.bench.service.jar;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Jars and folders with the user's classes. Libthrift is always the bench's own, even if the jars contain another, so
 * that all servers run the same. The class loader stays open until the process ends, for handlers that load classes
 * late.
 */
final class ServiceClassPath {
    private static final String CLASS = ".class";

    private final String text;
    private final List<Path> entries;
    private final ClassLoader loader;

    /**
     * Opens a class path.
     *
     * @param text jars and folders, separated as in a class path
     * @throws IllegalArgumentException if one of them does not exist, or is neither a jar nor a folder
     */
    ServiceClassPath(String text) {
        this.text = text;
        entries = Stream.of(text.split(File.pathSeparator)).map(Path::of).toList();
        for (Path entry : entries) {
            if (!Files.isDirectory(entry) && !isJar(entry)) {
                throw new IllegalArgumentException("service-jar is " + entry
                        + ", must be a jar file or a folder with classes; several are separated by '"
                        + File.pathSeparator + "'");
            }
        }
        loader = new URLClassLoader(
                entries.stream().map(ServiceClassPath::url).toArray(URL[]::new),
                ServiceClassPath.class.getClassLoader());
    }

    private static boolean isJar(Path file) {
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.size() > 0;
        } catch (IOException none) {
            return false;
        }
    }

    private static URL url(Path entry) {
        try {
            return entry.toUri().toURL();
        } catch (MalformedURLException impossible) {
            throw new IllegalArgumentException(entry.toString(), impossible);
        }
    }

    /** {@return the names of all classes, as returned by {@link Class#getName()}, sorted} */
    List<String> names() {
        List<String> names = new ArrayList<>();
        for (Path entry : entries) {
            (Files.isDirectory(entry) ? filesOf(entry) : filesOfJar(entry))
                    .stream()
                            .filter(file -> file.endsWith(CLASS) && !file.startsWith("META-INF/"))
                            .map(file -> file.substring(0, file.length() - CLASS.length())
                                    .replace('/', '.'))
                            .forEach(names::add);
        }
        return names.stream().distinct().sorted().toList();
    }

    private static List<String> filesOf(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> folder.relativize(file).toString().replace(File.separatorChar, '/'))
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static List<String> filesOfJar(Path file) {
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.stream().map(entry -> entry.getName()).toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * Loads a class without initializing it.
     *
     * @param name name as in Java source, or as returned by {@link Class#getName()}
     * @return the class; empty if it does not exist, or if a class that it needs is missing
     */
    Optional<Class<?>> find(String name) {
        try {
            return Optional.of(Class.forName(name, false, loader));
        } catch (ClassNotFoundException absent) {
            int dot = name.lastIndexOf('.');
            // In source code, names of nested classes have a dot.
            return dot > 0 && Character.isUpperCase(name.charAt(dot + 1)) && !name.contains("$")
                    ? findNested(name.substring(0, dot) + "$" + name.substring(dot + 1))
                    : Optional.empty();
        } catch (LinkageError incomplete) {
            return Optional.empty();
        }
    }

    private Optional<Class<?>> findNested(String name) {
        try {
            return Optional.of(Class.forName(name, false, loader));
        } catch (ClassNotFoundException | LinkageError absent) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
