package io.grizzlythrift.internal.frame;

import static org.testng.Assert.assertTrue;

import io.grizzlythrift.fuzz.FuzzFindings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.testng.annotations.Test;

/** Tests that the fuzz target succeeds on its initial corpus and on all inputs on which it failed before. */
public class FrameFuzzTest {
    @Test
    void seedsAndFindings() throws IOException {
        List<byte[]> inputs = new ArrayList<>(FrameFuzz.seeds());
        inputs.addAll(FuzzFindings.of(FrameFuzz.class));
        assertTrue(inputs.size() > 100, inputs.size() + " inputs");
        for (byte[] input : inputs) {
            try {
                FrameFuzz.fuzzerTestOneInput(input);
            } catch (RuntimeException | Error e) {
                throw new AssertionError("fails on " + HexFormat.of().formatHex(input), e);
            }
        }
    }
}
