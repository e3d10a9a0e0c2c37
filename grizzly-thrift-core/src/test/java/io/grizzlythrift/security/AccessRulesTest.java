package io.grizzlythrift.security;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests rules, alone and in a file. */
@Test(timeOut = 60_000)
public final class AccessRulesTest {
    private Path file;

    @BeforeMethod
    void makeFile() throws IOException {
        file = Files.createTempFile("access", ".rules");
    }

    @AfterMethod(alwaysRun = true)
    void removeFile() throws IOException {
        Files.deleteIfExists(file);
    }

    private static Identity who(String principal) {
        return Identity.builder(principal, "test").build();
    }

    private static boolean allows(Authorizer rules, Identity caller, String service, String method) {
        return rules.authorize(Optional.ofNullable(caller), service, method).isAllowed();
    }

    @DataProvider
    static Object[][] methods() {
        return new Object[][] {
            {"calc.add", "calc", "add", true},
            {"calc.add", "calc", "added", false},
            {"calc.add", "", "add", false},
            {"calc.add", "other", "add", false},
            {"add", "", "add", true},
            {"add", "calc", "add", false},
            {"*.add", "", "add", true},
            {"*.add", "a/b", "add", true},
            {"*.add", "calc", "sub", false},
            {"calc.*", "calc", "", true},
            {"calc.get*", "calc", "getAll", true},
            {"calc.get*", "calc", "get", true},
            {"calc.get*", "calc", "forget", false},
            {"calc.*get*All", "calc", "forgetThemAll", true},
            {"com.example.calc.add", "com.example.calc", "add", true},
            {"com.*.calc.add", "com.example.calc", "add", true},
            {"*", "", "add", true},
            {"*", "calc", "add", true},
            {"get*", "", "getAll", true},
            {"get*", "calc", "getAll", false},
        };
    }

    @Test(dataProvider = "methods")
    public void methodsOfARule(String methods, String service, String method, boolean isAbout) {
        assertEquals(allows(AccessRules.of(methods + ": alice"), who("alice"), service, method), isAbout);
    }

    @DataProvider
    static Object[][] callers() {
        Identity spiffe = Identity.builder("CN=web,O=Example", "certificate")
                .attribute(Identity.SPIFFE_ID, "spiffe://example.org/ns/web")
                .attribute(Identity.GROUPS, List.of("staff", "web, old"))
                .build();
        Identity odd = Identity.builder("spiffe://example.org/ns/web", "basic")
                .attribute(Identity.GROUPS, "staff")
                .attribute(Identity.SPIFFE_ID, 7)
                .build();
        return new Object[][] {
            {"alice", who("alice"), true},
            {"alice", who("alice2"), false},
            {"alice", who("Alice"), false},
            {"alice", null, false},
            {"bob, alice,carol", who("alice"), true},
            {"bob, alice,carol", who("carol"), true},
            {"*", who("alice"), true},
            {"*", null, false},
            {"anyone", who("alice"), true},
            {"anyone", null, true},
            {"\"anyone\"", who("anyone"), true},
            {"\"anyone\"", null, false},
            {"\"*\"", who("alice"), false},
            {"*@EXAMPLE.COM", who("alice@EXAMPLE.COM"), true},
            {"*@EXAMPLE.COM", who("alice@EXAMPLE.COM.evil"), false},
            {"*@EXAMPLE.COM", who("hive/host@EXAMPLE.COM"), false},
            {"**@EXAMPLE.COM", who("hive/host@EXAMPLE.COM"), true},
            {"hive/*@EXAMPLE.COM", who("hive/host@EXAMPLE.COM"), true},
            {"\"CN=web,O=Example\"", spiffe, true},
            {"\"CN=we\\\"b\\\\\"", who("CN=we\"b\\"), true},
            {"group:staff", spiffe, true},
            {"\"group:staff\"", spiffe, false},
            {"group:web", spiffe, false},
            {"spiffe://example.org/ns/web", spiffe, true},
            {"spiffe://example.org/*", spiffe, false},
            {"spiffe://example.org/**", spiffe, true},
            {"spiffe://*/ns/web", spiffe, true},
            {"spiffe://*/web", spiffe, false},
            {"spiffe://example.org/ns/web", odd, false},
            {"group:staff", odd, false},
            {"group:staff", null, false},
            {"spiffe://**", null, false},
        };
    }

    @Test(dataProvider = "callers")
    public void callersOfARule(String callers, Identity caller, boolean allowed) {
        assertEquals(allows(AccessRules.of("calc.add: " + callers), caller, "calc", "add"), allowed);
    }

    public void anyRuleMayAllow() {
        AccessRules rules = AccessRules.of("# comment", "", "  calc.add: alice", "calc.*:bob ", "calc.add: carol");
        for (String name : List.of("alice", "bob", "carol")) {
            assertTrue(allows(rules, who(name), "calc", "add"), name);
        }
        assertFalse(allows(rules, who("alice"), "calc", "sub"));
        Decision denied = rules.authorize(Optional.of(who("dave")), "calc", "add");
        assertEquals(denied.reason(), "no rule lets its caller make it");
        assertFalse(allows(AccessRules.of(), who("alice"), "calc", "add"), "no rules");
    }

    @DataProvider
    static Object[][] malformed() {
        return new Object[][] {
            {"calc.add", "no colon"},
            {": alice", "must be SERVICE.METHOD"},
            {"calc.: alice", "must be SERVICE.METHOD"},
            {".add: alice", "must be SERVICE.METHOD"},
            {"calc add: alice", "must be SERVICE.METHOD"},
            {"calc.add:", "none at all"},
            {"calc.add: alice,", "comma"},
            {"calc.add: ,alice", "comma"},
            {"calc.add: alice bob", "spaces or quotes"},
            {"calc.add: al\"ice\"", "spaces or quotes"},
            {"calc.add: \"alice\" bob", "there must be a comma before 'bob'"},
            {"calc.add: \"alice", "no closing quote"},
            {"calc.add: \"alice\\", "no closing quote"},
            {"calc.add: group:", "no name of a group"},
        };
    }

    @Test(dataProvider = "malformed")
    public void aMalformedRuleIsNamed(String rule, String reason) throws Exception {
        IllegalArgumentException thrown = expectThrows(
                IllegalArgumentException.class, () -> AccessRules.of("# comment", "calc.add: alice", rule));
        assertTrue(thrown.getMessage().startsWith("rule 3: "), thrown.getMessage());
        assertTrue(thrown.getMessage().contains(reason), thrown.getMessage());
        Files.writeString(file, "\n" + rule + "\n");
        thrown = expectThrows(IllegalArgumentException.class, () -> AccessRules.ofFile(file));
        assertTrue(thrown.getMessage().startsWith(file + ":2: "), thrown.getMessage());
    }

    /** A backtracking matcher would take until the end of the universe. */
    public void hostileNamesTakeLinearTime() {
        AccessRules rules = AccessRules.of("*.a*a*a*a*a*a*a*a*a*a*a*a*b: **a**a**a**a**a**b");
        String name = "a".repeat(100_000);
        assertFalse(allows(rules, who("alice"), "calc", name));
        assertFalse(allows(rules, who(name), "calc", "a".repeat(20) + "b"));
    }

    public void badFiles() throws Exception {
        Files.delete(file);
        assertReason("there is no such file", file);
        assertReason("cannot be read", file.getParent());
        Files.write(file, new byte[] {(byte) 0xff});
        assertReason("is not in UTF-8", file);
        Files.write(file, new byte[AccessRules.MAX_FILE_BYTES + 1]);
        assertReason("has more than 1048576 bytes", file);
        for (Duration interval :
                List.of(Duration.ofMillis(9), Duration.ofHours(1).plusNanos(1))) {
            assertTrue(expectThrows(IllegalArgumentException.class, () -> AccessRules.ofFile(file, interval))
                    .getMessage()
                    .startsWith("interval is "));
        }
    }

    private static void assertReason(String reason, Path path) {
        String message = expectThrows(IllegalArgumentException.class, () -> AccessRules.ofFile(path))
                .getMessage();
        assertTrue(message.startsWith(path + ": ") && message.contains(reason), message);
    }

    public void aFileReloads() throws Exception {
        Files.writeString(file, "calc.add: alice\n");
        try (LogCapture log = LogCapture.start();
                AccessRules rules = AccessRules.ofFile(file, Duration.ofMillis(10))) {
            assertTrue(allows(rules, who("alice"), "calc", "add"));
            replace("calc.add: bob\n");
            Await.that("the rules are not loaded", () -> allows(rules, who("bob"), "calc", "add"));
            assertFalse(allows(rules, who("alice"), "calc", "add"));
            replace("calc.add bob\n");
            assertEquals(log.awaitCount("cannot load the changed access rules"), 1);
            replace("calc.add: carol");
            Await.that("a last line without an end is not loaded", () -> allows(rules, who("carol"), "calc", "add"));
            assertEquals(log.count("the old ones stay in use: " + file + ":1: 'calc.add bob' has no colon"), 1);
            assertEquals(log.count("loaded 1 access rules of " + file), 2);
        }
    }

    private void replace(String text) throws IOException {
        Path other = Files.createTempFile("access", ".new");
        Files.writeString(other, text);
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Without a thread. */
    public void onlyWholeFilesAreUsed() throws Exception {
        RuleFile source = new RuleFile(file);
        Files.writeString(file, "calc.add: alice\ncalc.sub: bob");
        assertEquals(source.load().size(), 2);
        assertEquals(source.reload(), Optional.empty());
        Files.writeString(file, "calc.add: alice\ncalc.sub: bo");
        assertEquals(source.reload(), Optional.empty(), "it may be half-written");
        assertEquals(source.reload().orElseThrow().size(), 2);
        assertEquals(source.reload(), Optional.empty());
        try (LogCapture log = LogCapture.start()) {
            Files.delete(file);
            for (int i = 0; i < 3; i++) {
                assertEquals(source.reload(), Optional.empty());
            }
            assertEquals(log.count("there is no such file"), 1);
            Files.writeString(file, "calc.add: alice\ncalc.sub: bo");
            assertEquals(source.reload(), Optional.empty(), "it is what is in use");
            Files.delete(file);
            assertEquals(source.reload(), Optional.empty());
            assertEquals(log.count("there is no such file"), 2);
        }
    }

    @SuppressWarnings("resource") // nobody closes it
    private WeakReference<AccessRules> unusedRules() {
        AccessRules rules = AccessRules.ofFile(file, Duration.ofMillis(10));
        assertTrue(allows(rules, who("alice"), "calc", "add"));
        return new WeakReference<>(rules);
    }

    /** So it leaves nothing behind in a container. */
    public void theThreadEndsWithTheRules() throws Exception {
        Files.writeString(file, "calc.add: alice\n");
        WeakReference<AccessRules> reference = unusedRules();
        Await.that("the rules are not collected", () -> {
            System.gc();
            return reference.get() == null;
        });
        Await.that(
                "the thread does not end",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("thrift-access-rules")));
    }
}
