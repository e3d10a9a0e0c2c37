package io.grizzlythrift.catalog.json;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The JSON files in a folder of a class path. */
final class DocumentFiles {
    private static final String SUFFIX = ".json";

    private DocumentFiles() {}

    /** Returns the contents of the files by their addresses. */
    static Map<String, byte[]> in(ClassLoader loader, String folder) {
        Map<String, byte[]> files = new TreeMap<>();
        try {
            for (URL found : Collections.list(loader.getResources(folder))) {
                if (found.getProtocol().equals("file")) {
                    addFolder(found.toURI(), files);
                } else if (found.openConnection() instanceof JarURLConnection jar) {
                    addJar(jar, files);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder + " of the class path", e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("cannot list " + folder + " of the class path", e);
        }
        return files;
    }

    private static void addFolder(URI folder, Map<String, byte[]> into) throws IOException {
        List<Path> paths;
        try (Stream<Path> all = Files.list(Path.of(folder))) {
            paths = all.filter(path -> path.toString().endsWith(SUFFIX)).toList();
        }
        for (Path path : paths) {
            into.put(path.toUri().toString(), Files.readAllBytes(path));
        }
    }

    private static void addJar(JarURLConnection connection, Map<String, byte[]> into) throws IOException {
        connection.setUseCaches(false); // a cached file would stay open
        String folder = connection.getEntryName() + (connection.getEntryName().endsWith("/") ? "" : "/");
        try (JarFile jar = connection.getJarFile()) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                if (name.startsWith(folder) && name.endsWith(SUFFIX) && name.indexOf('/', folder.length()) < 0) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        into.put(connection.getJarFileURL() + "!/" + name, in.readAllBytes());
                    }
                }
            }
        }
    }
}
