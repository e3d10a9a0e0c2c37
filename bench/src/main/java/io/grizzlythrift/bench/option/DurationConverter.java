package io.grizzlythrift.bench.option;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/** Parses durations such as {@code 10s}, {@code 500ms}, {@code 50us} or {@code 2m}. */
public final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,12})(us|ms|s|m)");

    /** {@return a duration in the form that {@link #convert} parses, with a resolution of 1 us} */
    public static String text(Duration duration) {
        return duration.toNanos() / 1000 + "us";
    }

    @Override
    public Duration convert(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw OptionErrors.mustBe("a time such as 50us, 500ms, 10s or 2m");
        }
        long amount = Long.parseLong(form.group(1));
        return switch (form.group(2)) {
            case "us" -> Duration.ofNanos(amount * 1000);
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            default -> Duration.ofMinutes(amount);
        };
    }
}
