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
    private static final Set<String> PLAIN = Set.of("", "text", "console");

    private static final Set<String> WITHOUT_STATEMENTS = Set.of("", "text", "console", "sh");
    private static final Pattern STATEMENT = Pattern.compile("(?m)(;|\\{|^\\s*@\\w+)\\s*(//.*)?$|^\\s*import \\S+;");

    private final Page page;
    private final Samples samples;
    private final Drawings drawings;
    private final Inserts inserts;
    private final Problems problems;

    public Blocks(Page page, Samples samples, Drawings drawings, Inserts inserts, Problems problems) {
        this.page = page;
        this.samples = samples;
        this.drawings = drawings;
        this.inserts = inserts;
        this.problems = problems;
    }

    @Override
    public void visit(FencedCodeBlock block) {
        String info = block.getInfo() == null ? "" : block.getInfo().strip();
        String language = info.split("\\s", 2)[0];
        String place = info.substring(language.length()).strip();
        if (language.equals("java") || (language.equals("yaml") && !place.isEmpty())) {
            sample(block, language, place);
        } else if (language.equals("plantuml")) {
            drawing(block);
        } else if (!PLAIN.contains(language) && !Highlighter.languages().contains(language)) {
            problems.add(
                    page,
                    block,
                    "a block of " + language + "; there may be plantuml, text, console, " + Highlighter.languages());
        } else if (WITHOUT_STATEMENTS.contains(language)
                && STATEMENT.matcher(block.getLiteral()).find()) {
            problems.add(page, block, "this looks like pasted Java; include it from samples: ```java samples/...");
        }
    }

    private void sample(FencedCodeBlock block, String language, String place) {
        if (place.isEmpty() || !block.getLiteral().isBlank()) {
            problems.add(
                    page,
                    block,
                    "pasted code; include it from samples: ```" + language + " samples/...#region, and no line more");
            return;
        }
        try {
            block.setLiteral(samples.code(place));
            block.setInfo(language);
        } catch (IOException bad) {
            problems.add(page, block, bad.getMessage());
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
