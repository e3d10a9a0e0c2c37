package io.grizzlythrift.bench.chaos.child;

import io.grizzlythrift.bench.gen.FleetService;
import io.grizzlythrift.bench.process.ChildRequests;
import io.grizzlythrift.discovery.ZooKeeperAnnouncer;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** One server of the fleet. It drains on SIGTERM. Its process ends when its standard input ends. */
public final class FleetServer {
    private static final int THREADS = 8;
    /** Far more than any call needs; the default is too much for such a small heap. */
    private static final int MAX_FRAME_BYTES = 1 << 16;

    private FleetServer() {}

    /**
     * Returns the arguments that start a server.
     *
     * @param number its number, from 1
     * @param port port to listen on; 0 for any free port
     * @param writes the file for the ids of its writes
     * @param zooKeeper addresses of the ZooKeeper in which it announces itself
     * @return arguments of the main method
     */
    public static List<String> arguments(int number, int port, Path writes, String zooKeeper) {
        return List.of(Integer.toString(number), Integer.toString(port), writes.toString(), zooKeeper);
    }

    /**
     * Starts the server.
     *
     * @param args as returned by {@link #arguments}
     * @throws IOException if it cannot listen or write
     */
    public static void main(String[] args) throws IOException {
        Logger.getLogger("").setLevel(Level.WARNING);
        int number = Integer.parseInt(args[0]);
        FleetHandler handler = new FleetHandler(number, new WriteLog(Path.of(args[2])));
        ThriftServer server = ThriftServer.builder()
                .name("fleet-" + number)
                .listen("127.0.0.1", Integer.parseInt(args[1]))
                .protocol(ThriftProtocol.COMPACT)
                .processor(new FleetService.Processor<>(handler))
                .limits(ServerLimits.builder().maxFrameBytes(MAX_FRAME_BYTES).build())
                .strategy(WorkerThreadStrategy.ofThreads(THREADS))
                .announce(ZooKeeperAnnouncer.of(
                        ZooKeeperSession.start(args[3]), ZooKeeperSession.BASE_PATH, ZooKeeperSession.SERVICE))
                .shutdownHook(true)
                .build();
        server.start();
        new ChildRequests()
                .on("slow", (arguments, figures) -> handler.slowDown(Long.parseLong(arguments.get(0))))
                .on("slow-calls", (arguments, figures) -> handler.slowDownSome(Integer.parseInt(arguments.get(0))))
                .serve(Map.of("port", (long) server.port()));
    }
}
