package io.grizzlythrift.bench.service;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.gen.User;
import io.grizzlythrift.bench.gen.UserPage;
import io.grizzlythrift.bench.gen.Work;
import java.nio.ByteBuffer;
import org.apache.thrift.TException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Right results are distinguished from wrong ones. */
public final class PreparedCallTest {
    /** Every method, with a result that is almost right. */
    @DataProvider
    public Object[][] wrongAnswers() throws TException {
        Work work = new Work((Work) answer(Method.WORK));
        work.setPayload(new byte[10]);
        byte[] bytes = ((ByteBuffer) answer(Method.BLOB)).array().clone();
        bytes[20]++;
        String text = (String) answer(Method.ECHO);
        User other = new User((User) answer(Method.GET_USER));
        other.getPermissions().set(18, 0);
        UserPage page = (UserPage) answer(Method.LIST_USER);
        return new Object[][] {
            {Method.PING, ""},
            {Method.ADD, 43},
            {Method.ECHO, text.substring(0, 20) + "?" + text.substring(21)},
            {Method.BLOB, ByteBuffer.wrap(bytes)},
            {Method.WORK, work},
            {Method.EXIST_USER, false},
            {Method.CREATE_USER, false},
            {Method.GET_USER, other},
            {Method.LIST_USER, new UserPage(page).setUsers(page.getUsers().subList(0, 14))},
            {Method.SLEEP, 0},
            {Method.BURN, 0},
        };
    }

    /** Only the handler's result is right. */
    @Test(dataProvider = "wrongAnswers")
    public void tellsRightFromWrong(Method method, Object wrong) throws TException {
        PreparedCall call = new PreparedCall(method, 30, 1000);
        Object right = call.call(new BenchHandler());
        assertTrue(call.isRight(right), method.toString());
        assertFalse(call.isRight(wrong), method.toString());
        assertEquals(call.isRight(null), right == null, method.toString());
    }

    /** The line is short, however large the result is. */
    @Test
    public void complainsInOneShortLine() {
        String line = new PreparedCall(Method.ECHO, 10, 0).complaint("x".repeat(1000));
        assertTrue(line.contains("echo") && line.contains("1000") && line.length() < 200, line);
    }

    private static Object answer(Method method) throws TException {
        return new PreparedCall(method, 30, 0).call(new BenchHandler());
    }
}
