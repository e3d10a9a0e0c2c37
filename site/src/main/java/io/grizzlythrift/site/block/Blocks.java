package io.grizzlythrift.site.block;

import io.grizzlythrift.bench.figures.MarkedPage;
import io.grizzlythrift.site.html.Highlighter;
import io.grizzlythrift.site.page.Markdown;
import io.grizzlythrift.site.page.Page;
import io.grizzlythrift.site.page.Problems;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;

/** Replaces special blocks of a page with their content, and rejects blocks that could become outdated unnoticed. */
public final class Blocks extends AbstractVisitor {
    /** Languages of blocks that are shown unchanged, without colors. */
    private static final Set<String> PLAIN = Set.of("", "text", "console", "mermaid");

    private static final Set<String> WITHOUT_STATEMENTS = Set.of("", "text", "console", "sh");
    private static final Pattern STATEMENT = Pattern.compile("(?m)(;|\\{|^\\s*@\\w+)\\s*(//.*)?$|^\\s*import \\S+;");

    private final Page page;
    private final Drawings drawings;
    private final Inserts inserts;
    private final Problems problems;

    /** Whether the node before is a marker of code. */
    private boolean included;

    public Blocks(Page page, Drawings drawings, Inserts inserts, Problems problems) {
        this.page = page;
        this.drawings = drawings;
        this.inserts = inserts;
        this.problems = problems;
    }

    @Override
    public void visit(FencedCodeBlock block) {
        String info = block.getInfo() == null ? "" : block.getInfo().strip();
        String language = info.split("\\s", 2)[0];
        boolean code = included;
        included = false;
        if (language.equals("java") && !code) {
            problems.add(
                    page, block, "pasted code; write it in samples, and name it: <!-- code samples/...#region -->");
        } else if (language.equals("plantuml")) {
            drawing(block);
        } else if (!PLAIN.contains(language) && !Highlighter.languages().contains(language)) {
            problems.add(
                    page,
                    block,
                    "a block of " + language + "; there may be plantuml, mermaid, text, console, "
                            + Highlighter.languages());
        } else if (WITHOUT_STATEMENTS.contains(language)
                && STATEMENT.matcher(block.getLiteral()).find()) {
            problems.add(
                    page, block, "this looks like pasted Java; include it from samples: <!-- code samples/... -->");
        }
    }

    private void drawing(FencedCodeBlock block) {
        try {
            block.insertBefore(Markdown.html(drawings.figure(block.getLiteral())));
            block.unlink();
        } catch (IllegalArgumentException bad) {
            problems.add(page, block, bad.getMessage());
        }
    }

    @Override
    public void visit(HtmlBlock block) {
        if (MarkedPage.isMarker(block.getLiteral())) {
            included = block.getLiteral().strip().startsWith("<!-- code ");
            block.unlink();
            return;
        }
        try {
            inserts.replace(block);
        } catch (IOException | IllegalArgumentException bad) {
            problems.add(page, block, bad.getMessage());
        }
    }

    @Override
    public void visit(HtmlInline inline) {
        if (MarkedPage.isMarker(inline.getLiteral())) {
            inline.unlink();
        } else {
            problems.add(page, inline, "HTML in the text: " + inline.getLiteral());
        }
    }

    @Override
    public void visit(IndentedCodeBlock block) {
        problems.add(page, block, "an indented block of code; fence it, so that its language is known");
    }

    @Override
    public void visit(Image image) {
        problems.add(page, image, "an image; drawings are plantuml, charts come from results");
    }
}
