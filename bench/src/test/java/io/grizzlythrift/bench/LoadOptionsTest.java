package io.grizzlythrift.bench;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.frame.Dialect;
import java.util.List;
import java.util.Locale;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The options of loads with a rate, mixed calls, dialects and several servers. */
public final class LoadOptionsTest {
    /** Options that are rejected, with a part of the error. */
    @DataProvider
    public Object[][] badOptions() {
        return new Object[][] {
            {"load --port 1 --rate -1", "rate is -1.0, must be 0 to 10000000 calls per second"},
            {"load --port 1 --rate 10000001", "rate is 1.0000001E7, must be 0 to 10000000"},
            {"load --port 1 --rate NaN", "rate is NaN, must be 0 to 10000000"},
            {"load --port 1 --rate Infinity", "rate is Infinity, must be 0 to 10000000"},
            {"load --port 1 --rate fast", "--rate"},
            {"load --port 1 --client netty --burn-every 1", "burn-every is 1, must be 0 or 2 to 1000000"},
            {"load --port 1 --client netty --burn-every 1000001", "is 1000001, must be 0 or 2 to 1000000"},
            {"load --port 1 --client netty --burn-every 5 --method burn", "burn-every is 5, must be 0 with method burn"
            },
            {"load --port 1 --client raw --burn-every 5", "burn-every of raw is 5, must be 0"},
            {"load --port 1 --dialect http", "--dialect is http, must be one of: framed, unframed, header"},
            {"load --port 1 --dialect HEADER", "--dialect is HEADER, must be one of: framed, unframed, header"},
            {"load --port 1 --client netty --dialect header", "dialect of netty is header, must be framed"},
            {"load --port 1 --client tsocket --dialect unframed", "dialect of tsocket is unframed, must be framed"},
            {"load --port 1 --client netty --more-ports 2,3", "more-ports of netty is [2, 3], must be left out"},
            {"load --port 1 --client grizzly-async --more-ports 2,65536", "more-ports is 65536, must be 1 to 65535"},
            {"serve --server grizzly --delay 61s", "delay is PT1M1S, must be PT0S to PT1M"},
            {"serve --server grizzly --delay-every 1000001", "delay-every is 1000001, must be 1 to 1000000"},
            {"serve --server grizzly --dialect http", "--dialect is http, must be one of: framed, unframed, header"},
            {
                "serve --server netty --dialect header",
                "--dialect is header, must be left out: it has no effect with --server netty"
            },
        };
    }

    /** Bad options cause a one-line error and exit code 2. */
    @Test(dataProvider = "badOptions")
    public void refusesBadOptionsInOneLine(String line, String expected) {
        CommandRun.of(line).assertRefused(expected);
    }

    /** The dialect is a part of the plan, so results contain it, too. */
    @Test
    public void dialectReachesAnotherProcess() {
        for (Dialect dialect : List.of(Dialect.FRAMED, Dialect.UNFRAMED, Dialect.HEADER)) {
            String option = "--dialect=" + dialect.name().toLowerCase(Locale.ROOT);
            LoadOptions first = LoadOptions.of(List.of(option));
            assertEquals(first.plan("127.0.0.1", 1).dialect(), dialect);
            assertEquals(LoadOptions.of(first.arguments()).plan("127.0.0.1", 1).dialect(), dialect);
        }
        assertEquals(LoadOptions.of(List.of()).plan("127.0.0.1", 1).dialect(), Dialect.FRAMED);
    }

    @Test
    public void morePortsReachAnotherProcess() {
        LoadOptions first = LoadOptions.of(List.of("--more-ports=2,3"));
        assertEquals(first.plan("127.0.0.1", 1).morePorts(), List.of(2, 3));
        assertEquals(LoadOptions.of(first.arguments()).plan("127.0.0.1", 1).morePorts(), List.of(2, 3));
        assertEquals(LoadOptions.of(List.of()).plan("127.0.0.1", 1).morePorts(), List.of());
    }

    /** Fractions are preserved. */
    @Test
    public void rateAndBurnsReachAnotherProcess() {
        LoadOptions first = LoadOptions.of(List.of("--client=netty", "--rate=12345.675", "--burn-every=100"));
        LoadOptions second = LoadOptions.of(first.arguments());
        assertEquals(second.plan("127.0.0.1", 1).rate(), 12_345.675);
        assertEquals(second.plan("127.0.0.1", 1).burnEvery(), 100);
        LoadOptions none = LoadOptions.of(List.of());
        assertEquals(none.plan("127.0.0.1", 1).rate(), 0.0);
        assertEquals(none.plan("127.0.0.1", 1).burnEvery(), 0);
    }
}
