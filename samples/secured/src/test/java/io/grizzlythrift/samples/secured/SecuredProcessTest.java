package io.grizzlythrift.samples.secured;

import static org.testng.Assert.assertEquals;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.testng.annotations.Test;

/** Runs the sample. */
public class SecuredProcessTest {
    @Test(timeOut = 300_000)
    public void eachCallerMayDoWhatTheRulesSay() throws Exception {
        List<String> lines = ChildJvm.run(
                "sample",
                Path.of("replaced by its own"),
                List.of(System.getProperty("java.class.path").split(File.pathSeparator)),
                Secured.class,
                List.of("target/sample"));
        assertEquals(
                lines.stream().map(line -> line.replaceAll(" +", " ").strip()).toList(),
                List.of(
                        "add calculate",
                        "alice 2 42",
                        "bob 2 PERMISSION_DENIED",
                        "a stranger CONNECTION_CLOSED CONNECTION_CLOSED",
                        "bob, by new rules 2 42",
                        "the log says: 6 * 7 = 42 (bob@EXAMPLE.ORG)"));
    }
}
