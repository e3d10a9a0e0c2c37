package io.grizzlythrift.scorecard.server;

import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.ProcessingStrategy;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Takes all remaining file descriptors of this process. */
final class Descriptors {
    private static final String SUFFIX = ".class";

    private final List<FileInputStream> taken = new ArrayList<>();

    /** Takes all descriptors, and returns their number. */
    long takeAll() throws Exception {
        for (Class<?> one : List.of(ThriftServer.class, ProcessingStrategy.class, ScorecardServer.class)) {
            loadAllBeside(one);
        }
        try {
            while (true) {
                taken.add(new FileInputStream("/dev/null"));
            }
        } catch (FileNotFoundException noneLeft) {
            return taken.size();
        }
    }

    void giveBack() throws IOException {
        for (FileInputStream one : taken) {
            one.close();
        }
        taken.clear();
    }

    /** Loads all classes of a folder, because each would need a descriptor later. A jar is already open. */
    private static void loadAllBeside(Class<?> one) throws Exception {
        Path folder =
                Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file :
                        files.filter(file -> file.toString().endsWith(SUFFIX)).toList()) {
                    load(folder.relativize(file).toString(), one.getClassLoader());
                }
            }
        }
    }

    private static void load(String file, ClassLoader loader) {
        try {
            Class.forName(file.substring(0, file.length() - SUFFIX.length()).replace('/', '.'), false, loader);
        } catch (ClassNotFoundException | LinkageError notOfThisProcess) {
            // A test class, or a class that needs a missing library.
        }
    }
}
