package io.grizzlythrift.site;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.report.page.Palette;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Contrast by WCAG 2.2, level AA: 4.5 for words, 3 for what else must be seen. */
public final class ThemeTest {
    private static final double WORDS = 4.5;
    private static final double GRAPHICS = 3;
    private static final Pattern COLOR = Pattern.compile("#[0-9a-fA-F]{3,8}\\b|\\b(rgb|hsl)a?\\(");

    @DataProvider
    Object[][] themes() throws IOException {
        return new Object[][] {
            {"light", Theme.light(), Palette.LIGHT},
            {"dark", Theme.dark(), Palette.DARK},
        };
    }

    @Test(dataProvider = "themes")
    public void wordsCanBeRead(String name, Map<String, String> theme, Palette palette) {
        for (String words : List.of("ink", "quiet", "link")) {
            for (String behind : List.of("paper", "panel")) {
                assertContrast(name + " " + words + " on " + behind, theme.get(words), theme.get(behind), WORDS);
            }
        }
    }

    @Test(dataProvider = "themes")
    public void codeCanBeRead(String name, Map<String, String> theme, Palette palette) {
        for (String words : List.of("comment", "string", "word", "constant")) {
            assertContrast(name + " " + words + " on panel", theme.get(words), theme.get("panel"), WORDS);
        }
    }

    @Test(dataProvider = "themes")
    public void marksCanBeRead(String name, Map<String, String> theme, Palette palette) {
        assertContrast(name + " ink on mark", theme.get("ink"), theme.get("mark"), WORDS);
    }

    @Test(dataProvider = "themes")
    public void focusCanBeSeen(String name, Map<String, String> theme, Palette palette) {
        for (String behind : List.of("paper", "panel")) {
            assertContrast(name + " focus on " + behind, theme.get("focus"), theme.get(behind), GRAPHICS);
        }
    }

    @Test(dataProvider = "themes")
    public void chartsAreOfTheTheme(String name, Map<String, String> theme, Palette palette) {
        assertEquals(palette.paper(), theme.get("paper"), name + " paper");
        assertContrast(name + " words", palette.ink(), palette.paper(), WORDS);
        assertContrast(name + " words in a bar", palette.ink(), palette.bar(), WORDS);
        for (String line : palette.lines()) {
            assertContrast(name + " line", line, palette.paper(), GRAPHICS);
        }
    }

    /** Only so is every color one of those that are computed here. */
    @Test
    public void colorsAreNowhereElse() throws IOException {
        String rules = Theme.css().replaceAll("(?s):root \\{.*?}", "");
        List<String> others =
                COLOR.matcher(rules).results().map(MatchResult::group).toList();
        assertTrue(others.isEmpty(), "colors outside of :root: " + others);
        assertEquals(Theme.dark().keySet(), Theme.light().keySet());
    }

    private static void assertContrast(String what, String color, String behind, double least) {
        double contrast = Theme.contrast(color, behind);
        assertTrue(contrast >= least, what + ": " + color + " on " + behind + " is " + contrast + ", must be " + least);
    }
}
