package io.grizzlythrift.samples.modules;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Jars and folders of the class path: those of the program, without those of its tests. */
final class RuntimePath {
    private static final Pattern OF_TESTS =
            Pattern.compile("/(test-classes|testng-[^/]+|jcommander-[^/]+|jquery-[^/]+|org.apache.felix[^/]+)/?$");

    private RuntimePath() {}

    static List<Path> entries() {
        return Pattern.compile(File.pathSeparator)
                .splitAsStream(System.getProperty("java.class.path"))
                .filter(Predicate.not(OF_TESTS.asPredicate()))
                .map(Path::of)
                .toList();
    }
}
