package io.grizzlythrift.client.discovery;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.discovery.EndpointAddress;
import java.util.List;
import org.testng.annotations.Test;

/** Tests lists of servers. */
@Test(timeOut = 60_000)
public class FixedResolverTest {
    private static final EndpointAddress ONE = EndpointAddress.of("one", 1);
    private static final EndpointAddress TWO = EndpointAddress.of("two", 2).withWeight(3);

    public void theAnswerIsKnownAtOnce() throws Exception {
        Answers answers = new Answers();
        FixedResolver resolver = FixedResolver.of(List.of(ONE)).with(TWO);
        try (Resolver.Resolution resolution = resolver.start(answers)) {
            resolution.refresh();
            assertEquals(answers.servers(), List.of(ONE, TWO));
            assertEquals(answers.waiting(), 0);
        }
        assertEquals(resolver.toString(), "one:1, two:2");
    }

    public void eachServerOnceAndAtLeastOne() {
        expectThrows(IllegalArgumentException.class, () -> FixedResolver.of(List.of()));
        expectThrows(
                IllegalArgumentException.class,
                () -> FixedResolver.of(List.of(TWO)).with(TWO.withWeight(1)));
    }
}
