package io.grizzlythrift.site.block;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sourceforge.plantuml.FileFormat;
import net.sourceforge.plantuml.FileFormatOption;
import net.sourceforge.plantuml.SourceStringReader;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;

/** Converts PlantUML text to SVG inside the page. The SVG uses the colors of the theme, so it fits light and dark. */
public final class Drawings {
    private static final Pattern ALT = Pattern.compile("^'\\s*alt:\\s*(\\S.*)$", Pattern.MULTILINE);
    private static final Pattern ACROSS = Pattern.compile("(?m)^left to right direction$");
    private static final double SMALLEST_SCALE = 0.75;
    private static final Pattern COLOR = Pattern.compile("#[0-9a-fA-F]{3,8}\\b");

    /** PlantUML is configured to use these colors, which are then replaced with the variables of the theme. */
    private static final Map<String, String> VARIABLES = Map.of(
            "#010203", "var(--ink)",
            "#020304", "var(--quiet)",
            "#030405", "var(--panel)",
            "#040506", "var(--paper)");

    private static final String STYLE = """
            !pragma layout smetana
            skinparam backgroundColor transparent
            skinparam shadowing false
            skinparam defaultFontSize 14
            skinparam ArrowColor #020304
            skinparam ArrowFontColor #010203
            skinparam BoxPadding 8
            <style>
            root {
              FontColor #010203
              LineColor #020304
              BackGroundColor #030405
              HyperLinkColor #010203
            }
            note { BackGroundColor #040506 }
            group { BackGroundColor #040506 }
            groupHeader { BackGroundColor #030405 }
            swimlane { BackGroundColor transparent }
            </style>
            """;

    /**
     * Creates a figure. A drawing from left to right is drawn a second time from top to bottom, for phones.
     *
     * @param text PlantUML text with a line {@code ' alt: what it shows, in words}
     * @return the figure as HTML
     * @throws IllegalArgumentException if it cannot be drawn, or has no such line
     */
    String figure(String text) {
        Matcher alt = ALT.matcher(text);
        if (!alt.find()) {
            throw new IllegalArgumentException(
                    "the drawing does not begin with a line: ' alt: what it shows, in words");
        }
        String body = text.replaceAll("(?m)^@(start|end)uml\\s*$", "");
        String words = alt.group(1).strip();
        Matcher across = ACROSS.matcher(body);
        String drawn = across.find()
                ? svg(body, words, "across") + svg(across.replaceFirst(""), words, "down")
                : svg(body, words, "");
        return "<figure class=\"drawing\">" + drawn + "</figure>";
    }

    private static String svg(String body, String words, String name) {
        Element svg = svg("@startuml\n" + STYLE + body + "\n@enduml\n");
        svg.attr("role", "img").attr("aria-label", words);
        if (!name.isEmpty()) {
            svg.attr("class", name);
        }
        return svg.outerHtml();
    }

    private static Element svg(String source) {
        ByteArrayOutputStream drawn = new ByteArrayOutputStream();
        try {
            String about = new SourceStringReader(source)
                    .outputImage(drawn, 0, new FileFormatOption(FileFormat.SVG))
                    .getDescription();
            if (about == null || about.toLowerCase(Locale.ROOT).contains("error")) {
                throw new IllegalArgumentException("PlantUML cannot read the drawing: " + about);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        Document document = Jsoup.parse(drawn.toString(StandardCharsets.UTF_8), "", Parser.xmlParser());
        document.outputSettings().prettyPrint(false);
        Element svg = document.selectFirst("svg");
        String width = svg.attr("width");
        String height = svg.attr("height");
        for (Element element : svg.select("*")) {
            themed(element);
            // Ids would clash between two drawings on one page.
            element.removeAttr("id");
        }
        svg.select("title").remove();
        // On narrower screens, the drawing is scrolled.
        long least = Math.round(SMALLEST_SCALE * Double.parseDouble(width.replace("px", "")));
        svg.attr("style", "min-width:" + least + "px")
                .attr("width", width)
                .attr("height", height)
                .removeAttr("preserveAspectRatio");
        return svg;
    }

    private static void themed(Element element) {
        Set<String> unknown = new TreeSet<>();
        boolean invisible = element.attr("fill-opacity").equals("0");
        StringBuilder style = new StringBuilder(element.attr("style"));
        for (String name : List.of("fill", "stroke", "stop-color")) {
            if (element.hasAttr(name)) {
                style.append(style.length() == 0 || style.toString().endsWith(";") ? "" : ";")
                        .append(name)
                        .append(':')
                        .append(element.attr(name));
                element.removeAttr(name);
            }
        }
        String themed = COLOR.matcher(style).replaceAll(color -> {
            String variable = VARIABLES.get(color.group().toLowerCase(Locale.ROOT));
            if (variable == null) {
                unknown.add(color.group());
            }
            return variable == null ? "" : variable;
        });
        if (!unknown.isEmpty() && !element.tagName().equals("svg") && !invisible) {
            throw new IllegalArgumentException("the drawing uses the colors " + unknown + " in <" + element.tagName()
                    + ">; leave colors to the theme");
        }
        if (themed.isEmpty()) {
            element.removeAttr("style");
        } else {
            element.attr("style", themed);
        }
    }
}
