package io.grizzlythrift.security;

import io.grizzlythrift.strategy.internal.util.Bounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An authorizer that follows a list of rules, each with methods and the callers that may call them:
 *
 * <pre>
 *   # methods: callers
 *   calculator.add: alice, group:staff, spiffe://example.org/billing/*
 *   calculator.get*: *
 *   *.shutdown: admin@EXAMPLE.COM, "CN=operator,O=Example"
 *   health: anyone
 * </pre>
 *
 * <p>A call may run if a rule is about its method and names its caller; all others are denied, as are those whose service
 * and method have more than 1,024 characters. The order does not matter.
 *
 * <ul>
 *   <li>Methods are {@code SERVICE.METHOD} for a multiplexed service; {@code METHOD} for calls without a service; {@code
 *       *.METHOD} for both; {@code *} for all. The last dot separates the service from the method.
 *   <li>Callers are separated by commas: the {@linkplain Identity#principal() principal} of a caller, {@code group:NAME}
 *       for one of its {@link Identity#GROUPS}, a {@link Identity#SPIFFE_ID}, {@code *} for all that have proved who they
 *       are, and {@code anyone} for strangers, too. Principals with commas or spaces are in double quotes, in which a
 *       backslash precedes quotes and backslashes, and nothing else has a meaning of its own.
 *   <li>In methods, principals and SPIFFE ids, {@code *} stands for any number of characters other than a slash, and
 *       {@code **} for any number of characters.
 *   <li>Empty lines, and those that start with {@code #}, are ignored.
 * </ul>
 *
 * <p>Thread-safe.
 */
public final class AccessRules implements Authorizer, AutoCloseable {
    /** The maximum size of a file with rules: {@value} bytes. */
    public static final int MAX_FILE_BYTES = 1 << 20;

    /** Longer names are denied, so that no peer chooses how long they are matched against patterns. */
    private static final int MAX_NAME_CHARS = 1024;

    private static final Decision DENIED = Decision.deny("no rule lets its caller make it");
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** The rules in use: always a complete set. */
    private volatile List<AccessRule> rules;

    private volatile Runnable closer = () -> {};

    private AccessRules(List<AccessRule> rules) {
        this.rules = rules;
    }

    /**
     * Creates an authorizer with rules that do not change.
     *
     * @param rules the lines, as in a file
     * @return an authorizer
     * @throws IllegalArgumentException if a rule is malformed; the message names its number and the reason
     */
    public static AccessRules of(String... rules) {
        return new AccessRules(parse(List.of(rules), "rule "));
    }

    /**
     * Creates an authorizer with the rules in a file, which is read once a second, so that changes take effect while servers
     * run.
     *
     * @param file in UTF-8, at most {@value #MAX_FILE_BYTES} bytes
     * @return an authorizer
     * @throws IllegalArgumentException if the file cannot be read, or has a malformed rule; the message names the file, the
     *     line and the reason
     */
    public static AccessRules ofFile(Path file) {
        return ofFile(file, INTERVAL);
    }

    /**
     * Creates an authorizer with the rules in a file, which is read again and again by a thread of its own. If a changed
     * file cannot be read or has a malformed rule, the old rules stay in use, and one line is logged for it. If its last line
     * has no line end, it may be half-written, and is used once two reads in a row find the same.
     *
     * @param file in UTF-8, at most {@value #MAX_FILE_BYTES} bytes
     * @param interval the time between two reads: 10 milliseconds to 1 hour
     * @return an authorizer
     * @throws IllegalArgumentException if the file cannot be read, or has a malformed rule; the message names the file, the
     *     line and the reason. Also if the interval is out of bounds
     */
    public static AccessRules ofFile(Path file, Duration interval) {
        Objects.requireNonNull(file, "file");
        Bounds.requireBetween("interval", interval, Duration.ofMillis(10), Duration.ofHours(1));
        RuleFile source = new RuleFile(file.toAbsolutePath());
        AccessRules made = new AccessRules(source.load());
        made.closer = RuleFilePoller.start(source, made, interval);
        return made;
    }

    /**
     * Parses rules.
     *
     * @param place precedes the number of a line in a message
     */
    static List<AccessRule> parse(List<String> lines, String place) {
        List<AccessRule> parsed = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                try {
                    parsed.add(AccessRule.parse(line));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(place + (i + 1) + ": " + e.getMessage(), e);
                }
            }
        }
        return List.copyOf(parsed);
    }

    /** Replaces all rules. */
    void replace(List<AccessRule> others) {
        rules = others;
    }

    @Override
    public Decision authorize(Optional<Identity> identity, String service, String method) {
        if (service.length() + method.length() > MAX_NAME_CHARS) {
            return DENIED;
        }
        for (AccessRule rule : rules) {
            if (rule.isAbout(service, method) && rule.allows(identity)) {
                return Decision.allow();
            }
        }
        return DENIED;
    }

    /**
     * Stops reading the file; the rules stay as they are. Optional: reading also stops when this object is no longer used.
     */
    @Override
    public void close() {
        closer.run();
    }
}
