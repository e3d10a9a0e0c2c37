package io.grizzlythrift.samples.secured.hive;

import java.security.PrivilegedExceptionAction;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosTicket;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;

/**
 * A program for a JVM of its own, with Hive's JDBC driver: runs a query over each of some connections, one after the
 * other, and prints a line for each. Where the driver authenticates by Kerberos, the ticket of the user expires while
 * the rows are read, if its life is short.
 *
 * <p>usage: HiveQuery ROWS PRINCIPAL KEYTAB URL...
 */
public final class HiveQuery {
    private static final long LONGEST_WAIT_SECONDS = 30;

    private final int rows;
    private final String principal;
    private final String keytab;

    private HiveQuery(int rows, String principal, String keytab) {
        this.rows = rows;
        this.principal = principal;
        this.keytab = keytab;
    }

    /** Runs the queries; fails with what was wrong. */
    public static void main(String[] args) throws Exception {
        Class.forName("org.apache.hive.jdbc.HiveDriver");
        HiveQuery query = new HiveQuery(Integer.parseInt(args[0]), args[1], args[2]);
        for (String url : List.of(args).subList(3, args.length)) {
            System.out.println(query.run(url));
        }
    }

    private String run(String url) throws Exception {
        if (!url.contains("kerberosAuthType=fromSubject")) {
            return run(url, null);
        }
        Subject subject = login();
        return Subject.doAs(subject, (PrivilegedExceptionAction<String>) () -> run(url, subject));
    }

    private Subject login() throws LoginException {
        Map<String, String> options =
                Map.of("useKeyTab", "true", "keyTab", keytab, "principal", principal, "doNotPrompt", "true");
        LoginContext context = new LoginContext("user", null, null, new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                return new AppConfigurationEntry[] {
                    new AppConfigurationEntry(
                            "com.sun.security.auth.module.Krb5LoginModule", LoginModuleControlFlag.REQUIRED, options)
                };
            }
        });
        context.login();
        return context.getSubject();
    }

    private String run(String url, Subject subject) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            int read = 0;
            boolean expired = false;
            try (ResultSet result = statement.executeQuery("SELECT id, name FROM numbers LIMIT " + rows)) {
                while (result.next()) {
                    if (result.getInt(1) != read || !result.getString("name").equals("row " + read)) {
                        throw new AssertionError("row " + read + ": " + result.getInt(1) + ", " + result.getString(2));
                    }
                    read++;
                    if (read == rows / 2 && subject != null && expiresSoon(subject)) {
                        awaitExpiry(subject);
                        expired = true;
                    }
                }
            }
            try (ResultSet result = statement.executeQuery("SELECT current_user()")) {
                result.next();
                return "rows=" + read + " expired=" + expired + " user=" + result.getString(2);
            }
        }
    }

    private static Instant expiry(Subject subject) {
        return subject.getPrivateCredentials(KerberosTicket.class).stream()
                .map(ticket -> ticket.getEndTime().toInstant())
                .min(Instant::compareTo)
                .orElse(Instant.MAX);
    }

    private static boolean expiresSoon(Subject subject) {
        return expiry(subject).isBefore(Instant.now().plusSeconds(LONGEST_WAIT_SECONDS));
    }

    /** Nothing tells when a ticket expires but the clock. */
    private static void awaitExpiry(Subject subject) throws InterruptedException {
        Instant expiry = expiry(subject);
        while (!Instant.now().isAfter(expiry)) {
            Thread.sleep(100);
        }
    }
}
