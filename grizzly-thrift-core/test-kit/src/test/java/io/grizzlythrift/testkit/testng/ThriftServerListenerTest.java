package io.grizzlythrift.testkit.testng;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import io.grizzlythrift.testkit.LoopbackServer;
import java.net.ConnectException;
import java.net.Socket;
import java.util.List;
import org.testng.ITestResult;
import org.testng.TestListenerAdapter;
import org.testng.TestNG;
import org.testng.annotations.Test;

/** Runs classes in a TestNG of its own. */
public class ThriftServerListenerTest {
    @Test
    public void clearsAndClosesTheServersOfClassesThatNameIt() throws Exception {
        TestListenerAdapter results = new TestListenerAdapter();
        TestNG run = new TestNG(false);
        run.setVerbose(0);
        run.setTestClasses(new Class<?>[] {WatchedClass.class, PlainClass.class});
        run.addListener(results);
        run.run();

        assertEquals(names(results.getPassedTests()), List.of("first", "second", "third"));
        assertEquals(names(results.getFailedTests()), List.of("zeroth"));
        Throwable explanation = results.getFailedTests().get(0).getThrowable().getSuppressed()[0];
        assertEquals(explanation.getMessage(), "server: 0 calls have arrived; 0 connections were accepted, 0 are open");
        assertThrows(ConnectException.class, () -> connect(WatchedClass.last));
        connect(PlainClass.last);
        PlainClass.last.close();
    }

    private static List<String> names(List<ITestResult> results) {
        return results.stream().map(ITestResult::getName).sorted().toList();
    }

    private static void connect(LoopbackServer server) throws Exception {
        new Socket(server.address().getAddress(), server.port()).close();
    }
}
