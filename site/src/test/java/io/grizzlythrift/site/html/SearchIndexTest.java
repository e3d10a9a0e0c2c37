package io.grizzlythrift.site.html;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grizzlythrift.site.html.SearchIndex.Section;
import io.grizzlythrift.site.page.Markdown;
import io.grizzlythrift.site.page.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.Jsoup;
import org.testng.annotations.Test;

/** What of a page can be found. */
public final class SearchIndexTest {
    private static final Page PAGE =
            new Page(Path.of("limits.md"), "limits", "Limits", "What is bounded.", 1, Markdown.parse(""));

    @Test
    public void knowsEachHeadingWithTheTextBelowIt() {
        List<Section> sections = sections("""
                <h1 id="limits">Limits</h1><p>All of
                them.</p>
                <h2 id="a-b">Of <code>frames</code></h2><ul><li>one</li><li>two</li></ul><h5>Deep</h5><pre>int a;</pre>
                <h3 id="c">Of calls</h3>
                """);
        assertEquals(
                sections,
                List.of(
                        new Section("limits.html", "Limits", "", "What is bounded. All of them."),
                        new Section("limits.html#a-b", "Limits", "Of frames", "one two Deep int a;"),
                        new Section("limits.html#c", "Limits", "Of calls", "")));
    }

    @Test
    public void leavesOutFiguresAndWhatIsFoldedAway() {
        List<Section> sections = sections("""
                <table><tr><td>server</td><td align="right">123</td></tr><tr><td>client</td></tr></table>
                <details><summary>All rows</summary><table><tr><td>hidden</td></tr></table></details>
                """);
        assertEquals(sections.get(0).text(), "What is bounded. server client All rows");
    }

    @Test
    public void readsDrawingsByTheirWords() {
        List<Section> sections =
                sections("<svg aria-label='a calls b'><text>x</text></svg><img alt='Chart: calls/s'><p>end</p>");
        assertEquals(sections.get(0).text(), "What is bounded. a calls b Chart: calls/s end");
    }

    @Test
    public void isAScriptWithALineForEachSection() throws IOException {
        SearchIndex index = new SearchIndex();
        index.add(
                PAGE,
                Jsoup.parseBodyFragment("<h2 id=a>\"A\" &lt;/script></h2>").body());
        String script = index.script();
        String begin = "window.searchIndex = ";
        assertTrue(script.startsWith(begin) && script.endsWith(";\n"), script);
        JsonNode read = new ObjectMapper().readTree(script.substring(begin.length(), script.length() - 2));
        assertEquals(read.size(), 2);
        assertEquals(read.get(1).get("heading").textValue(), "\"A\" </script>");
        assertEquals(script.lines().count(), 4);
    }

    private static List<Section> sections(String html) {
        SearchIndex index = new SearchIndex();
        index.add(PAGE, Jsoup.parseBodyFragment(html).body());
        return index.sections();
    }
}
