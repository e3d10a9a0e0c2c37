package io.grizzlythrift.site.block;

import io.grizzlythrift.bench.report.Results;
import io.grizzlythrift.bench.report.page.ChartFiles;
import io.grizzlythrift.bench.report.page.Look;
import io.grizzlythrift.bench.report.page.Palette;
import io.grizzlythrift.bench.report.page.Part;
import io.grizzlythrift.site.page.Markdown;
import io.grizzlythrift.site.page.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.commonmark.node.Node;
import org.jsoup.nodes.Element;

/**
 * Inserts charts and tables of the bench into a page. Each chart is drawn for light and dark, for desktops and phones.
 */
public final class ResultParts {
    private static final String FOLDER = "charts";
    private static final int WIDE = 760;
    private static final int NARROW = 350;
    private static final String ON_PHONES = "(max-width: 48rem)";
    private static final String IN_THE_DARK = "(prefers-color-scheme: dark)";
    private static final Pattern SIZE = Pattern.compile("<svg [^>]*?width=\"([\\d.]+)\" height=\"([\\d.]+)\"");

    private final Path site;
    private final CodeChanges changes;
    private final ChartFiles names = new ChartFiles();

    /**
     * Creates an object that writes charts below a folder.
     *
     * @param site folder of the pages
     * @param changes used to find results that are older than the code
     */
    public ResultParts(Path site, CodeChanges changes) {
        this.site = site;
        this.changes = changes;
    }

    /** Reads the results of a folder and inserts them before a node. */
    void insertBefore(Node place, Path folder) throws IOException {
        Results results = Results.read(folder);
        Markdown.insertBefore(place, Words.readable(results.occasion()));
        changes.since(results.firstDay()).ifPresent(sentence -> Markdown.insertBefore(place, sentence));
        for (Part part : results.presets()) {
            insert(place, part);
        }
    }

    /**
     * Inserts one chart before a node, without its figures.
     *
     * @param description the description of the chart, see {@link Part.Chart#description()}
     * @throws IllegalArgumentException if there is no such chart; the message lists all charts
     */
    void insertChartBefore(Node place, Path folder, String description) throws IOException {
        List<Part.Chart> charts =
                charts(Results.read(folder).presets().stream()).toList();
        for (Part.Chart chart : charts) {
            if (chart.description().equals(description)) {
                place.insertBefore(Markdown.html(figure(chart, "The page of results has the same figures.")));
                return;
            }
        }
        throw new IllegalArgumentException("there is no chart " + description + ", but there are "
                + charts.stream().map(Part.Chart::description).toList());
    }

    private static Stream<Part.Chart> charts(Stream<Part> parts) {
        return parts.flatMap(part -> {
            if (part instanceof Part.Section section) {
                return charts(section.parts().stream());
            }
            return part instanceof Part.Chart chart ? Stream.of(chart) : Stream.empty();
        });
    }

    private void insert(Node place, Part part) throws IOException {
        if (part instanceof Part.Text text) {
            Markdown.insertBefore(place, Words.readable(text.markdown()));
        } else if (part instanceof Part.Chart chart) {
            insert(place, chart);
        } else if (part instanceof Part.Section section) {
            insert(place, section);
        }
    }

    /**
     * Inserts a section, without the heading of a preset, which the page itself has. Figures shown by a chart are
     * collapsed.
     */
    private void insert(Node place, Part.Section section) throws IOException {
        Element heading = new Element(section.drawn() ? "summary" : "h" + section.level());
        heading.text(Words.readable(section.heading()));
        boolean headed = section.level() > 2 && !section.heading().isEmpty();
        if (headed) {
            String before = section.drawn() ? "<details>" : "";
            place.insertBefore(Markdown.html(before + heading.outerHtml()));
        }
        for (Part part : section.parts()) {
            insert(place, part);
        }
        if (headed && section.drawn()) {
            place.insertBefore(Markdown.html("</details>"));
        }
    }

    private void insert(Node place, Part.Chart chart) throws IOException {
        place.insertBefore(Markdown.html(figure(chart, "The table below has the same figures.")));
        if (!chart.figures().isEmpty()) {
            Markdown.insertBefore(place, Words.readable(chart.figures()));
        }
    }

    private String figure(Part.Chart chart, String whereTheFiguresAre) throws IOException {
        String title = Words.readable(Words.withoutPreset(chart.title()));
        String file = names.name(chart.title());
        Element figure = new Element("figure").addClass("chart");
        Element caption = figure.appendElement("figcaption");
        caption.appendElement("strong").text(title);
        if (!chart.subtitle().isEmpty()) {
            caption.appendText(" " + chart.subtitle());
        }
        Element picture = figure.appendElement("picture");
        source(picture, chart, file + "-narrow-dark", Palette.DARK, NARROW, ON_PHONES + " and " + IN_THE_DARK);
        source(picture, chart, file + "-dark", Palette.DARK, WIDE, IN_THE_DARK);
        source(picture, chart, file + "-narrow", Palette.LIGHT, NARROW, ON_PHONES);
        Element image = picture.appendElement("img");
        draw(image, "src", chart, file, Palette.LIGHT, WIDE);
        image.attr("alt", "Chart: " + title + ", " + chart.subtitle() + ". " + whereTheFiguresAre);
        return figure.outerHtml();
    }

    private void source(Element picture, Part.Chart chart, String file, Palette palette, int width, String media)
            throws IOException {
        Element source = picture.appendElement("source").attr("media", media);
        draw(source, "srcset", chart, file, palette, width);
    }

    private void draw(Element element, String attribute, Part.Chart chart, String file, Palette palette, int width)
            throws IOException {
        String svg = Words.readable(chart.drawing().svg(new Look(palette, width, false)));
        Path target = site.resolve(FOLDER).resolve(file + ".svg");
        Files.createDirectories(target.getParent());
        Files.writeString(target, svg);
        element.attr(attribute, FOLDER + "/" + file + ".svg");
        Matcher size = SIZE.matcher(svg);
        if (!size.find()) {
            throw new IOException("the chart " + file + " says no size");
        }
        for (String side : List.of("width", "height")) {
            String pixels = size.group(side.equals("width") ? 1 : 2);
            element.attr(side, Long.toString(Math.round(Double.parseDouble(pixels))));
        }
    }
}
