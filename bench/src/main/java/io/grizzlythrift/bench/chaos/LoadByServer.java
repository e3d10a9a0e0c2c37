package io.grizzlythrift.bench.chaos;

import io.grizzlythrift.bench.chaos.child.ClientReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;

/** Number of replies of each server over time, summed over all clients. */
final class LoadByServer {
    private static final int SLOTS_PER_SECOND = (int) (Duration.ofSeconds(1).toMillis() / ClientReport.SLOT_MILLIS);
    /** Number of slots that are evaluated together: a single slot contains too few calls. */
    private static final int WINDOW = 2;

    /** Number of replies by slot, then by number of the server. */
    private final int[][] replies;

    private final int servers;

    LoadByServer(List<ClientReport> reports, int servers) {
        this.servers = servers;
        int slots = reports.stream()
                .mapToInt(report -> report.served().size())
                .max()
                .orElse(0);
        replies = new int[slots][servers + 1];
        for (ClientReport report : reports) {
            for (int slot = 0; slot < report.served().size(); slot++) {
                List<Integer> counts = report.served().get(slot);
                for (int server = 1; server <= servers; server++) {
                    replies[slot][server] += counts.get(server);
                }
            }
        }
    }

    /** {@return for each second of the run, the number of replies of each server} */
    List<List<Integer>> perSecond() {
        List<List<Integer>> seconds = new ArrayList<>();
        for (int slot = 0; slot < replies.length; slot++) {
            if (slot % SLOTS_PER_SECOND == 0) {
                seconds.add(new ArrayList<>(Collections.nCopies(servers, 0)));
            }
            List<Integer> second = seconds.get(seconds.size() - 1);
            for (int server = 1; server <= servers; server++) {
                second.set(server - 1, second.get(server - 1) + replies[slot][server]);
            }
        }
        return seconds;
    }

    /** {@return the time from a moment until a server has half of an even share of the load; empty if it never has} */
    OptionalDouble secondsToHalfShare(int server, double fromSecond) {
        int first = (int) Math.ceil(fromSecond * SLOTS_PER_SECOND);
        for (int slot = first; slot + WINDOW <= replies.length; slot++) {
            long own = 0;
            long all = 0;
            for (int i = slot; i < slot + WINDOW; i++) {
                own += replies[i][server];
                for (int count : replies[i]) {
                    all += count;
                }
            }
            if (own * servers * 2 >= all) {
                return OptionalDouble.of((slot + WINDOW) / (double) SLOTS_PER_SECOND - fromSecond);
            }
        }
        return OptionalDouble.empty();
    }
}
