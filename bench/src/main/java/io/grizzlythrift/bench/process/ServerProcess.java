package io.grizzlythrift.bench.process;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server in a separate process. It ends when it is closed, or with the {@link Children} that started it. One thread
 * may use it at a time.
 */
public final class ServerProcess implements AutoCloseable {
    /** The request for the live heap. */
    public static final String HEAP = "heap";

    /** The figure in the reply to {@link #HEAP}. */
    public static final String HEAP_BYTES = "bytes";

    private static final Pattern LISTENING = Pattern.compile("listening on \\S+:(\\d+)(?:, process (\\d+))?");

    private final Children children;
    private final Process process;
    private final BufferedReader out;
    private final int port;
    private final long pid;
    private final List<String> flags;
    private final List<String> options;

    private ServerProcess(
            Children children,
            Process process,
            BufferedReader out,
            int port,
            long pid,
            List<String> flags,
            List<String> options) {
        this.children = children;
        this.process = process;
        this.out = out;
        this.port = port;
        this.pid = pid;
        this.flags = List.copyOf(flags);
        this.options = List.copyOf(options);
    }

    /**
     * Starts a server and waits until it listens.
     *
     * @param children ends the server
     * @param java starts the server
     * @param options options of {@code serve}
     * @return the server
     * @throws IOException if it ends before it listens; its error messages went to the standard error of this process
     */
    public static ServerProcess start(Children children, JavaCommand java, List<String> options) throws IOException {
        return start(children, java, "serve", options);
    }

    /**
     * Starts a lower bound of a server and waits until it listens.
     *
     * @param children ends the server
     * @param java starts the server
     * @param options options of {@code floor}
     * @return the server
     * @throws IOException if it ends before it listens; its error messages went to the standard error of this process
     */
    public static ServerProcess startFloor(Children children, JavaCommand java, List<String> options)
            throws IOException {
        return start(children, java, "floor", options);
    }

    private static ServerProcess start(Children children, JavaCommand java, String command, List<String> options)
            throws IOException {
        List<String> all = new ArrayList<>(List.of(command, "--until-stdin-closes"));
        all.addAll(options);
        Process process = children.start(java.with(all));
        BufferedReader out = process.inputReader();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            Matcher listening = LISTENING.matcher(line);
            if (listening.matches()) {
                int port = Integer.parseInt(listening.group(1));
                long pid = listening.group(2) == null ? process.pid() : Long.parseLong(listening.group(2));
                return new ServerProcess(children, process, out, port, pid, java.flags(), options);
            }
        }
        throw new IOException("the server did not start: " + command + " " + String.join(" ", options));
    }

    /**
     * Returns the line by which a server says that it listens.
     *
     * @param host its address
     * @param port its port
     * @param pid the process that serves, this one or another
     * @return the line
     */
    public static String listening(String host, int port, long pid) {
        String listening = "listening on " + host + ":" + port;
        return pid == ProcessHandle.current().pid() ? listening : listening + ", process " + pid;
    }

    /**
     * Returns the process that serves: usually the one that was started, unless that has started another.
     *
     * @return the process id
     */
    public long pid() {
        return pid;
    }

    /**
     * Returns the port on which the server listens.
     *
     * @return the port on 127.0.0.1
     */
    public int port() {
        return port;
    }

    /**
     * Collects garbage in the server's process and measures the heap in use.
     *
     * @return bytes
     * @throws IOException if the server has ended
     */
    public long liveHeapBytes() throws IOException {
        BufferedWriter in = process.outputWriter();
        in.write(HEAP);
        in.newLine();
        in.flush();
        String answer = out.readLine();
        if (answer == null) {
            throw new IOException("the server ended: " + String.join(" ", options));
        }
        return ChildRequests.figures(answer).get(HEAP_BYTES);
    }

    @Override
    public void close() {
        children.end(process);
    }

    /**
     * Returns the flags of the server's JVM.
     *
     * @return the flags
     */
    public List<String> flags() {
        return flags;
    }

    /**
     * Returns the options of the server.
     *
     * @return options of {@code serve}
     */
    public List<String> options() {
        return options;
    }
}
