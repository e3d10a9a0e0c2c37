package io.grizzlythrift.bench.load.caller;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;
import org.testng.annotations.Test;

/** Exactly every nth call burns. */
public final class CallMixTest {
    private final PreparedCall usual = new PreparedCall(Method.ECHO, 3, 0);

    /** A single caller burns on every nth call, starting with the nth. */
    @Test
    public void theLastOfSoManyBurns() {
        assertEquals(calls(CallMix.withBurns(usual, 5, 3), 0, 1, 9), "..B..B..B");
    }

    /** Several callers burn equally often, but at different times. */
    @Test
    public void callersTakeTurns() {
        CallMix mix = CallMix.withBurns(usual, 5, 4);
        assertEquals(calls(mix, 0, 4, 8), "...B...B");
        assertEquals(calls(mix, 1, 4, 8), "..B...B.");
        assertEquals(calls(mix, 2, 4, 8), ".B...B..");
        assertEquals(calls(mix, 3, 4, 8), "B...B...");
        for (int caller = 0; caller < 1000; caller++) {
            assertEquals(calls(mix, caller, 1000, 4).replace(".", ""), "B");
        }
    }

    /** Without burns, all calls are the usual one. */
    @Test
    public void noneBurns() {
        assertEquals(calls(CallMix.withBurns(usual, 5, 0), 1, 2, 5), ".....");
        assertEquals(calls(CallMix.only(usual), 0, 1, 5), ".....");
    }

    private String calls(CallMix mix, int caller, int callers, int count) {
        CallMix.Turns turns = mix.turns(caller, callers);
        StringBuilder calls = new StringBuilder();
        for (int i = 0; i < count; i++) {
            calls.append(turns.next() == usual ? '.' : 'B');
        }
        return calls.toString();
    }
}
