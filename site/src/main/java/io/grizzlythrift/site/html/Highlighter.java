package io.grizzlythrift.site.html;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.swing.text.Segment;
import org.fife.ui.rsyntaxtextarea.SyntaxConstants;
import org.fife.ui.rsyntaxtextarea.Token;
import org.fife.ui.rsyntaxtextarea.TokenMaker;
import org.fife.ui.rsyntaxtextarea.TokenMakerFactory;
import org.fife.ui.rsyntaxtextarea.TokenTypes;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;

/** Marks the parts of code that the style sheet colors: comments, strings, keywords and constants. */
public final class Highlighter {
    private static final String THRIFT = "thrift";
    private static final String YAML = "yaml";

    /** RSyntaxTextArea's style for the language of a block. */
    private static final Map<String, String> LANGUAGES = Map.of(
            "java",
            SyntaxConstants.SYNTAX_STYLE_JAVA,
            "kotlin",
            SyntaxConstants.SYNTAX_STYLE_KOTLIN,
            "xml",
            SyntaxConstants.SYNTAX_STYLE_XML,
            "sh",
            SyntaxConstants.SYNTAX_STYLE_UNIX_SHELL,
            YAML,
            SyntaxConstants.SYNTAX_STYLE_YAML,
            "properties",
            SyntaxConstants.SYNTAX_STYLE_PROPERTIES_FILE,
            "json",
            SyntaxConstants.SYNTAX_STYLE_JSON,
            "groovy",
            SyntaxConstants.SYNTAX_STYLE_GROOVY,
            "dockerfile",
            SyntaxConstants.SYNTAX_STYLE_DOCKERFILE,
            // Thrift has the comments, strings and braces of C, and comments that start with #.
            THRIFT,
            SyntaxConstants.SYNTAX_STYLE_C);

    private static final Set<String> WORDS_OF_THRIFT = Set.of(
            "namespace",
            "include",
            "typedef",
            "const",
            "enum",
            "struct",
            "union",
            "exception",
            "service",
            "extends",
            "throws",
            "oneway",
            "void",
            "required",
            "optional",
            "bool",
            "byte",
            "i8",
            "i16",
            "i32",
            "i64",
            "double",
            "string",
            "binary",
            "uuid",
            "list",
            "set",
            "map",
            "true",
            "false");

    private static final Map<Integer, String> CLASSES = Map.ofEntries(
            Map.entry(TokenTypes.COMMENT_EOL, "comment"),
            Map.entry(TokenTypes.COMMENT_MULTILINE, "comment"),
            Map.entry(TokenTypes.COMMENT_DOCUMENTATION, "comment"),
            Map.entry(TokenTypes.COMMENT_KEYWORD, "comment"),
            Map.entry(TokenTypes.COMMENT_MARKUP, "comment"),
            Map.entry(TokenTypes.MARKUP_COMMENT, "comment"),
            Map.entry(TokenTypes.LITERAL_STRING_DOUBLE_QUOTE, "string"),
            Map.entry(TokenTypes.LITERAL_CHAR, "string"),
            Map.entry(TokenTypes.LITERAL_BACKQUOTE, "string"),
            Map.entry(TokenTypes.MARKUP_TAG_ATTRIBUTE_VALUE, "string"),
            Map.entry(TokenTypes.MARKUP_CDATA, "string"),
            Map.entry(TokenTypes.RESERVED_WORD, "word"),
            Map.entry(TokenTypes.RESERVED_WORD_2, "word"),
            Map.entry(TokenTypes.DATA_TYPE, "word"),
            Map.entry(TokenTypes.LITERAL_BOOLEAN, "word"),
            Map.entry(TokenTypes.MARKUP_TAG_NAME, "word"),
            Map.entry(TokenTypes.LITERAL_NUMBER_DECIMAL_INT, "constant"),
            Map.entry(TokenTypes.LITERAL_NUMBER_FLOAT, "constant"),
            Map.entry(TokenTypes.LITERAL_NUMBER_HEXADECIMAL, "constant"),
            Map.entry(TokenTypes.ANNOTATION, "constant"),
            Map.entry(TokenTypes.VARIABLE, "constant"),
            Map.entry(TokenTypes.MARKUP_TAG_ATTRIBUTE, "constant"),
            Map.entry(TokenTypes.MARKUP_ENTITY_REFERENCE, "constant"));

    private Highlighter() {}

    /** {@return the languages whose blocks are highlighted} */
    public static Set<String> languages() {
        return new TreeSet<>(LANGUAGES.keySet());
    }

    /** Highlights all blocks of a page in known languages. */
    static void highlight(Element body) {
        for (Element code : body.select("pre > code[class^=language-]")) {
            String language = code.className().substring("language-".length());
            if (LANGUAGES.containsKey(language)) {
                highlight(code, language);
            }
        }
    }

    private static void highlight(Element code, String language) {
        TokenMaker maker = TokenMakerFactory.getDefaultInstance().getTokenMaker(LANGUAGES.get(language));
        char[] text = code.wholeText().toCharArray();
        code.empty();
        // A comment or string that is open at the end of a line continues on the next line.
        int state = TokenTypes.NULL;
        for (int from = 0; from < text.length; ) {
            int to = from;
            while (to < text.length && text[to] != '\n') {
                to++;
            }
            Segment line = new Segment(text, from, to - from);
            Token token = maker.getTokenList(line, state, 0);
            for (; token != null && token.isPaintable(); token = token.getNextToken()) {
                if (language.equals(THRIFT) && token.getLexeme().startsWith("#")) {
                    String comment = line.toString().substring(token.getOffset());
                    append(code, comment, Optional.of("comment"));
                    break;
                }
                append(code, token.getLexeme(), kind(token, language));
            }
            state = maker.getLastTokenTypeOnLine(line, state);
            if (to < text.length) {
                code.appendText("\n");
            }
            from = to + 1;
        }
    }

    private static Optional<String> kind(Token token, String language) {
        if (language.equals(THRIFT) && WORDS_OF_THRIFT.contains(token.getLexeme())) {
            return Optional.of("word");
        }
        boolean keyOfYaml = language.equals(YAML) && token.isIdentifier() && isColon(token.getNextToken());
        return keyOfYaml ? Optional.of("word") : Optional.ofNullable(CLASSES.get(token.getType()));
    }

    private static boolean isColon(Token token) {
        return token != null && token.isPaintable() && token.getLexeme().equals(":");
    }

    /** Appends text, to the previous span if that has the same kind. */
    private static void append(Element code, String text, Optional<String> kind) {
        if (kind.isEmpty()) {
            code.appendText(text);
            return;
        }
        boolean goesOn = code.childNodeSize() > 0
                && code.childNode(code.childNodeSize() - 1) instanceof Element before
                && before.className().equals(kind.get());
        Element span =
                goesOn ? code.lastElementChild() : code.appendElement("span").addClass(kind.get());
        span.appendChild(new TextNode(text));
    }
}
