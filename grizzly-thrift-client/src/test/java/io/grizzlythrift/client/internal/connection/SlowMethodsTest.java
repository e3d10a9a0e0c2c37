package io.grizzlythrift.client.internal.connection;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.internal.connection.SlowMethods.Expected;
import org.testng.annotations.Test;

/** Tests which methods count as slow. */
public final class SlowMethodsTest {
    private static final String METHOD = "get";

    private final SlowMethods methods = new SlowMethods();

    private static SlowMethods known(boolean slow) {
        SlowMethods methods = new SlowMethods();
        methods.expect(METHOD);
        if (slow) {
            methods.blocked(METHOD);
        } else {
            methods.blockedNothing(METHOD, false);
        }
        return methods;
    }

    @Test
    void nothingIsExpectedOfTheFirstCallOnly() {
        SlowMethods fresh = new SlowMethods();
        assertEquals(fresh.expect(METHOD), Expected.UNKNOWN);
        assertEquals(fresh.expect(METHOD), Expected.SLOW);
        assertEquals(fresh.expect("other"), Expected.UNKNOWN);
    }

    @Test
    void theFirstReplyMakesAMethodPrompt() {
        assertEquals(known(false).expect(METHOD), Expected.PROMPT);
    }

    @Test
    void aNewMethodThatHoldsUpRepliesIsSlowUntilEnoughCallsDoNot() {
        SlowMethods methods = known(true);
        for (int i = SlowMethods.OCCASION; i < SlowMethods.FIRST_OCCASION; i++) {
            assertEquals(methods.expect(METHOD), Expected.SLOW, "after " + i);
            methods.blockedNothing(METHOD, false);
        }
        assertEquals(methods.expect(METHOD), Expected.PROMPT);
    }

    @Test
    void aMethodThatHoldsUpRepliesAgainAndAgainIsForgottenLater() {
        SlowMethods methods = known(true);
        for (int i = 0; i < 10; i++) {
            methods.blocked(METHOD);
        }
        for (int i = SlowMethods.OCCASION; i < SlowMethods.HABIT; i++) {
            assertEquals(methods.expect(METHOD), Expected.SLOW, "at " + i);
            methods.blockedNothing(METHOD, false);
        }
        assertEquals(methods.expect(METHOD), Expected.PROMPT);
    }

    @Test
    void aSlowMethodIsForgottenAfterTwoPromptReplies() {
        SlowMethods methods = known(true);
        for (int i = 0; i < 10; i++) {
            methods.blocked(METHOD);
        }
        methods.blockedNothing(METHOD, true);
        assertEquals(methods.expect(METHOD), Expected.SLOW);
        methods.blockedNothing(METHOD, true);
        assertEquals(methods.expect(METHOD), Expected.PROMPT);
    }

    @Test
    void aPromptMethodIsSlowTheSecondTime() {
        SlowMethods methods = known(false);
        methods.blocked(METHOD);
        assertEquals(methods.expect(METHOD), Expected.PROMPT);
        methods.blocked(METHOD);
        assertEquals(methods.expect(METHOD), Expected.SLOW);
    }

    @Test
    void aPromptMethodStaysPromptIfEnoughCallsAreBetween() {
        SlowMethods methods = known(false);
        for (int i = 0; i < 5; i++) {
            methods.blocked(METHOD);
            for (int j = 0; j < SlowMethods.OCCASION; j++) {
                assertEquals(methods.expect(METHOD), Expected.PROMPT);
            }
        }
    }

    @Test
    void furtherMethodsThanTheMaximumArePrompt() {
        for (int i = 0; i < SlowMethods.MAX_METHODS; i++) {
            assertEquals(methods.expect("m" + i), Expected.UNKNOWN);
        }
        assertEquals(methods.expect("one more"), Expected.PROMPT);
        methods.blocked("one more");
        methods.blockedNothing("one more", true);
        assertEquals(methods.expect("one more"), Expected.PROMPT);
        assertEquals(methods.expect("m0"), Expected.SLOW);
    }
}
