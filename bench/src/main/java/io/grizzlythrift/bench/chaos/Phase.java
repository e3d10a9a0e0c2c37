package io.grizzlythrift.bench.chaos;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One phase of a run.
 *
 * @param name describes the disturbance
 * @param time minimum duration
 * @param disturbance runs at the start of the phase
 */
record Phase(String name, Duration time, Disturbance disturbance) {
    private static final String KILLED = "kill -9";
    private static final String DRAINED = "drain";
    private static final int SLOWNESS = 10;

    Phase {
        requireNonNull(name, "name");
        requireNonNull(time, "time");
        requireNonNull(disturbance, "disturbance");
    }

    /** Disturbs a fleet, on the thread of the run. May take a part of the phase. */
    interface Disturbance {
        void disturb(Fleet fleet) throws IOException, InterruptedException;
    }

    /** {@return the phases of a run of one minute} */
    static List<Phase> all() {
        List<Phase> phases = new ArrayList<>();
        phases.add(calm(5));
        phases.add(new Phase("two servers killed and restarted", Duration.ofSeconds(9), fleet -> {
            fleet.kill(1);
            pass(1.5);
            fleet.kill(2);
            pass(1.5);
            fleet.restart(1, KILLED);
            fleet.restart(2, KILLED);
        }));
        phases.add(new Phase("ZooKeeper's leader and a server killed", Duration.ofSeconds(10), fleet -> {
            int leader = fleet.killZooKeeperLeader();
            fleet.kill(3);
            pass(1.5);
            fleet.restart(3, KILLED);
            fleet.awaitZooKeeperLeader();
            fleet.restartZooKeeper(leader);
        }));
        phases.add(frozen(4, 4, 9));
        phases.add(new Phase("rolling drain of all servers", Duration.ofSeconds(16), fleet -> {
            for (int server = 1; server <= Fleet.SERVERS; server++) {
                drainAndReplace(fleet, server);
                pass(1);
            }
        }));
        phases.add(slow(5, 5, 9));
        phases.add(calm(3));
        return phases;
    }

    /** {@return the phases of a run of about 30 seconds, with one disturbance of each kind} */
    static List<Phase> each() {
        return List.of(
                calm(2),
                slow(4, 2, 4), // early: load returns only as old latencies decay, which takes seconds
                new Phase("a server killed and restarted", Duration.ofSeconds(4), fleet -> {
                    fleet.kill(1);
                    pass(0.5);
                    fleet.restart(1, KILLED);
                }),
                new Phase("ZooKeeper's leader killed", Duration.ofSeconds(4), fleet -> {
                    int leader = fleet.killZooKeeperLeader();
                    fleet.awaitZooKeeperLeader();
                    fleet.restartZooKeeper(leader);
                }),
                frozen(2, 1.5, 4),
                new Phase("a server drained", Duration.ofSeconds(4), fleet -> drainAndReplace(fleet, 3)),
                calm(4)); // for the load of the last server to return
    }

    private static Phase calm(int seconds) {
        return new Phase("nothing", Duration.ofSeconds(seconds), fleet -> {});
    }

    private static Phase frozen(int server, double seconds, int time) {
        return new Phase("a server frozen for " + seconds + " s", Duration.ofSeconds(time), fleet -> {
            fleet.freeze(server);
            pass(seconds);
            fleet.unfreeze(server);
        });
    }

    private static Phase slow(int server, double seconds, int time) {
        return new Phase(
                "a server " + SLOWNESS + " times slower for " + seconds + " s", Duration.ofSeconds(time), fleet -> {
                    fleet.slowDown(server, SLOWNESS);
                    pass(seconds);
                    fleet.speedUp(server);
                });
    }

    private static void drainAndReplace(Fleet fleet, int server) throws IOException, InterruptedException {
        fleet.drain(server);
        fleet.replace(server, DRAINED);
    }

    private static void pass(double seconds) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(Math.round(seconds * TimeUnit.SECONDS.toNanos(1)));
    }
}
