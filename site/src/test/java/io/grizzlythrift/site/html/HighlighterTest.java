package io.grizzlythrift.site.html;

import static org.testng.Assert.assertEquals;

import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What is marked in code, and that its text stays as it was. */
public final class HighlighterTest {
    @DataProvider
    Object[][] code() {
        return new Object[][] {
            {
                "java",
                "@Override // a\npublic int one() {\n    return a < 1 ? \"x\" : 'y';\n}\n",
                List.of(
                        "constant @Override",
                        "comment // a",
                        "word public",
                        "word int",
                        "word return",
                        "constant 1",
                        "string \"x\"",
                        "string 'y'")
            },
            {"java", "/* from here\n * if */ if", List.of("comment /* from here", "comment  * if */", "word if")},
            {
                "xml",
                "<!-- a -->\n<dependency scope=\"test\">\n  <version>1</version>\n</dependency>",
                List.of(
                        "comment <!-- a -->",
                        "word dependency",
                        "constant scope",
                        "string \"test\"",
                        "word version",
                        "word version",
                        "word dependency")
            },
            {
                "sh",
                "# begin\nif mvn -q \"$HOME\"; then",
                List.of("comment # begin", "word if", "string \"", "constant $HOME", "string \"", "word then")
            },
            {
                "thrift",
                "namespace java a.b # why\n#begin\nservice A { i32 add(1: required i32 a) throws (1: B b) } // end",
                List.of(
                        "word namespace",
                        "comment # why",
                        "comment #begin",
                        "word service",
                        "word i32",
                        "constant 1",
                        "word required",
                        "word i32",
                        "word throws",
                        "constant 1",
                        "comment // end")
            },
            {
                "yaml",
                "# a\nserver:\n  port: 9090\n  name: \"x\"\n",
                List.of("comment # a", "word server", "word port", "word name", "string \"x\"")
            },
            {"properties", "# a\nthrift.port=9090\n", List.of("comment # a", "word thrift.port", "string 9090")},
            {"json", "{\"a\": [1, true]}", List.of("constant \"a\"", "constant 1", "word true")},
        };
    }

    @Test(dataProvider = "code")
    public void marksParts(String language, String text, List<String> marked) {
        Element code = highlighted(language, text);
        assertEquals(
                code.select("span").stream()
                        .map(span -> span.className() + " " + span.wholeText())
                        .toList(),
                marked);
        assertEquals(code.wholeText(), text);
    }

    /** Each language has a lexer, and none loses a character. */
    @Test
    public void changesNoText() {
        String text = "\n\t<a href='b'> & \"c\n# d /* e\n\n${f} 0x1F -- */ 'g' ``` \\\n  - é: 1.5 @h\r\n";
        for (String language : Highlighter.languages()) {
            assertEquals(highlighted(language, text).wholeText(), text, language);
        }
    }

    @Test
    public void leavesWhatIsNoCode() {
        assertEquals(highlighted("text", "int a = 1;").select("span").size(), 0);
    }

    private static Element highlighted(String language, String text) {
        Element body = Jsoup.parseBodyFragment("<pre><code></code></pre>").body();
        Element code = body.selectFirst("code");
        code.addClass("language-" + language).text(text);
        Highlighter.highlight(body);
        return code;
    }
}
