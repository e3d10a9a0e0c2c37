package io.grizzlythrift.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The colors of the style sheet. */
final class Theme {
    private static final Pattern ROOT = Pattern.compile(":root \\{(.*?)}", Pattern.DOTALL);
    private static final Pattern COLOR = Pattern.compile("--([\\w-]+): (#[0-9a-f]{6});");
    private static final double SRGB_KNEE = 0.04045;

    private Theme() {}

    static String css() throws IOException {
        return Files.readString(Path.of("src/theme/site.css"));
    }

    static Map<String, String> light() throws IOException {
        return colors(0);
    }

    static Map<String, String> dark() throws IOException {
        return colors(1);
    }

    private static Map<String, String> colors(int number) throws IOException {
        Matcher root = ROOT.matcher(css());
        for (int skipped = 0; skipped <= number; skipped++) {
            if (!root.find()) {
                throw new IOException("there are fewer than " + (number + 1) + " blocks of :root");
            }
        }
        Map<String, String> colors = new LinkedHashMap<>();
        Matcher color = COLOR.matcher(root.group(1));
        while (color.find()) {
            colors.put(color.group(1), color.group(2));
        }
        return colors;
    }

    /** WCAG 2.2, contrast ratio: 1 to 21. */
    static double contrast(String one, String other) {
        double first = luminance(one);
        double second = luminance(other);
        return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
    }

    private static double luminance(String color) {
        return 0.2126 * channel(color, 1) + 0.7152 * channel(color, 3) + 0.0722 * channel(color, 5);
    }

    private static double channel(String color, int from) {
        double part = Integer.parseInt(color.substring(from, from + 2), 16) / 255.0;
        return part <= SRGB_KNEE ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    }
}
