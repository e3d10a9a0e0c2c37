package io.grizzlythrift.samples.fleet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts Java processes with the JVM and the class path of this process. */
final class Processes {
    private Processes() {}

    static ProcessBuilder java(Class<?> main, List<String> arguments, Map<String, String> environment) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        return builder;
    }

    /** Ends all child processes when this process ends, for example on Ctrl-C. */
    static void endWithThisOne() {
        Runtime.getRuntime().addShutdownHook(new Thread(Processes::endChildren, "end-children"));
    }

    private static void endChildren() {
        List<ProcessHandle> children = ProcessHandle.current().children().toList();
        children.forEach(ProcessHandle::destroyForcibly);
        children.forEach(child -> child.onExit().join());
    }
}
