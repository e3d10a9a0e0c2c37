package io.grizzlythrift.security;

import io.grizzlythrift.strategy.internal.util.DaemonLoop;
import io.grizzlythrift.strategy.internal.util.FailureLog;
import java.lang.ref.WeakReference;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Reads a file of rules again and again, on a thread that ends when the rules are closed or collected. So a redeployed
 * application leaves nothing behind, whether or not it closes its rules.
 */
final class RuleFilePoller implements DaemonLoop.Step {
    private final RuleFile file;
    private final WeakReference<AccessRules> rules;
    private final long intervalNanos;
    private @Nullable DaemonLoop loop;
    private boolean begun;

    private RuleFilePoller(RuleFile file, AccessRules rules, Duration interval) {
        this.file = file;
        this.rules = new WeakReference<>(rules);
        intervalNanos = interval.toNanos();
    }

    /** Starts the thread. Returns an action that ends it. */
    static Runnable start(RuleFile file, AccessRules rules, Duration interval) {
        RuleFilePoller poller = new RuleFilePoller(file, rules, interval);
        DaemonLoop loop = new DaemonLoop(
                "thrift-access-rules",
                poller,
                poller.intervalNanos,
                new FailureLog(LoggerFactory.getLogger(AccessRules.class), "reading the access rules failed"));
        poller.loop = loop; // before the thread starts
        loop.start();
        return loop::close;
    }

    @Override
    public long run() {
        AccessRules used = rules.get();
        if (used == null && loop != null) {
            loop.close();
        } else if (used != null && begun) {
            file.reload().ifPresent(used::replace);
        }
        begun = true; // the rules have just been read
        return intervalNanos;
    }
}
