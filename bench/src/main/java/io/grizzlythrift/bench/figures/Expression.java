package io.grizzlythrift.bench.figures;

import io.grizzlythrift.bench.results.Spread;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A figure, a ratio of two figures, or the range of several:
 *
 * <ul>
 *   <li>{@code PATH}: the median of the rounds; if the path has a {@code *}, the lowest and the highest median
 *   <li>{@code PATH with range}: the median, the lowest and the highest round
 *   <li>{@code PATH relative to CONTENDER}: the ratio of two medians; also {@code relative to GROUP / CONTENDER}
 *   <li>{@code RESULTS / measured}: where and when results were measured
 * </ul>
 */
final class Expression {
    private static final String RANGE = " with range";
    private static final String RATIO = " relative to ";
    private static final String OCCASION = " / measured";
    private static final Pattern ASSERTION = Pattern.compile("(.+) ([<>]) ([\\d.]+)", Pattern.DOTALL);
    private static final int SMALL_RATIO = 10;
    private static final MathContext THREE_DIGITS = new MathContext(3);

    private final StoredFigures stored;

    Expression(StoredFigures stored) {
        this.stored = stored;
    }

    /** Evaluates an expression to text, with three significant digits. */
    String text(String expression) throws IOException {
        if (expression.endsWith(OCCASION)) {
            return stored.occasion(without(OCCASION, expression));
        }
        if (expression.endsWith(RANGE)) {
            Spread rounds =
                    only(stored.find(FigurePath.of(without(RANGE, expression)))).rounds();
            return text(rounds.median(), false) + " (" + range(List.of(rounds.min(), rounds.max()), false) + ")";
        }
        return range(values(expression), expression.contains(RATIO));
    }

    /**
     * Checks that all values of an expression are above or below a bound.
     *
     * @param assertion {@code EXPRESSION > BOUND} or {@code EXPRESSION < BOUND}
     * @throws IllegalArgumentException if they are not
     */
    void check(String assertion) throws IOException {
        Matcher parts = ASSERTION.matcher(assertion);
        if (!parts.matches()) {
            throw new IllegalArgumentException("\"" + assertion + "\" is not EXPRESSION > BOUND or EXPRESSION < BOUND");
        }
        double bound = Double.parseDouble(parts.group(3));
        boolean above = parts.group(2).equals(">");
        List<Double> values = values(parts.group(1));
        if (!values.stream().allMatch(value -> above ? value > bound : value < bound)) {
            throw new IllegalArgumentException(
                    "the text no longer holds: " + assertion + ", but it is " + range(values, true));
        }
    }

    private List<Double> values(String expression) throws IOException {
        String[] parts = expression.split(RATIO, 2);
        FigurePath path = FigurePath.of(parts[0]);
        List<Double> values = new ArrayList<>();
        for (StoredFigures.Found found : stored.find(path)) {
            double value = found.rounds().median();
            if (parts.length == 2) {
                // Without a group of its own, the other one is in the group that was found.
                FigurePath other = path.inGroup(found.group()).with(parts[1]);
                value /= only(stored.find(other)).rounds().median();
            }
            values.add(value);
        }
        return values;
    }

    private static StoredFigures.Found only(List<StoredFigures.Found> found) {
        if (found.size() > 1) {
            throw new IllegalArgumentException(
                    "more than one figure: a * is allowed neither with a range nor after" + RATIO);
        }
        return found.get(0);
    }

    private static String without(String end, String expression) {
        return expression.substring(0, expression.length() - end.length());
    }

    private static String range(List<Double> values, boolean ratio) {
        String least = text(values.stream().min(Double::compare).orElseThrow(), ratio);
        String most = text(values.stream().max(Double::compare).orElseThrow(), ratio);
        return least.equals(most) ? least : least + " to " + most;
    }

    private static String text(double value, boolean ratio) {
        if (ratio && value < SMALL_RATIO) {
            return String.format(Locale.ROOT, "%.2f", value);
        }
        BigDecimal rounded = new BigDecimal(value).round(THREE_DIGITS);
        int decimals = Math.max(0, rounded.scale() - rounded.precision() + THREE_DIGITS.getPrecision());
        return String.format(Locale.ROOT, "%,." + decimals + "f", rounded);
    }
}
