package io.grizzlythrift.site.page;

import java.util.List;
import org.commonmark.Extension;
import org.commonmark.ext.front.matter.YamlFrontMatterExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.Block;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Node;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** Parses and renders Markdown with the extensions that the site uses. */
public final class Markdown {
    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create(), YamlFrontMatterExtension.create());
    private static final Parser PARSER = Parser.builder()
            .extensions(EXTENSIONS)
            .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES)
            .build();
    private static final HtmlRenderer RENDERER =
            HtmlRenderer.builder().extensions(EXTENSIONS).build();

    private Markdown() {}

    public static Node parse(String text) {
        return PARSER.parse(text);
    }

    public static String html(Node node) {
        return RENDERER.render(node);
    }

    /** Returns a block of HTML that the site itself created. */
    public static Block html(String html) {
        HtmlBlock block = new HtmlBlock();
        block.setLiteral(html);
        return block;
    }

    /** Inserts the blocks of a Markdown text before a node. */
    public static void insertBefore(Node place, String markdown) {
        Node parsed = parse(markdown);
        for (Node child = parsed.getFirstChild(); child != null; ) {
            Node next = child.getNext();
            place.insertBefore(child);
            child = next;
        }
    }
}
