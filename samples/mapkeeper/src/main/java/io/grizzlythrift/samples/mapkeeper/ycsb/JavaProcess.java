package io.grizzlythrift.samples.mapkeeper.ycsb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a main class in a separate process, with the JVM and the class path of this one. */
final class JavaProcess {
    private JavaProcess() {}

    static ProcessBuilder of(Class<?> mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }
}
