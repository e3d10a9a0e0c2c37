package io.grizzlythrift.bench.report.chart;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jetbrains.letsPlot.commons.geometry.DoubleVector;
import org.jetbrains.letsPlot.core.util.PlotSvgExportCommon;

/** Draws Lets-Plot specifications as SVG. The same specification always gives the same text. */
final class Svg {
    private static final Pattern ID = Pattern.compile("(?<=\\bid=\")\\w+(?=\")");
    private static final Pattern REFERENCE = Pattern.compile("(?<=\\bid=\"|#)\\w+");
    private static final Pattern TAG = Pattern.compile("<[^>]*>");
    private static final Pattern FRACTION = Pattern.compile("-?\\d+\\.\\d+(E-?\\d+)?");
    private static final Pattern START = Pattern.compile("<svg [^>]*>\n");

    private Svg() {}

    /**
     * Draws a specification.
     *
     * @param title title for screen readers
     * @param specification the plot, as Lets-Plot expects it
     * @param width width in pixels
     * @param height height in pixels
     */
    static String draw(String title, Map<String, Object> specification, double width, double height) {
        String drawn = PlotSvgExportCommon.INSTANCE.buildSvgImageFromRawSpecs(
                specification, new DoubleVector(width, height), Svg::noBitmap, false);
        String start = "$0  <title>" + Matcher.quoteReplacement(escaped(title)) + "</title>\n";
        return START.matcher(rounded(numbered(drawn))).replaceFirst(start);
    }

    /** Replaces the ids, which are random, with numbers, so that the same content gives the same file. */
    private static String numbered(String svg) {
        Map<String, String> numbers = new LinkedHashMap<>();
        ID.matcher(svg).results().map(MatchResult::group).forEach(id -> numbers.put(id, "id" + (numbers.size() + 1)));
        return REFERENCE
                .matcher(svg)
                .replaceAll(reference -> numbers.getOrDefault(reference.group(), reference.group()));
    }

    /** Rounds long fractions, which JDKs format differently and which are not visible. */
    private static String rounded(String svg) {
        return TAG.matcher(svg)
                .replaceAll(tag -> FRACTION.matcher(tag.group())
                        .replaceAll(number -> BigDecimal.valueOf(
                                        Math.round(Double.parseDouble(number.group()) * 100), 2)
                                .stripTrailingZeros()
                                .toPlainString()));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private static String noBitmap(int width, int height, int[] pixels) {
        throw new UnsupportedOperationException("charts hold no bitmaps");
    }
}
