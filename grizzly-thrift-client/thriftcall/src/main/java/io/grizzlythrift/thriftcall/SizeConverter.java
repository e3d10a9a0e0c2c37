package io.grizzlythrift.thriftcall;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number of bytes, as {@code 65536}, {@code 64k} or {@code 16m}. */
final class SizeConverter implements ITypeConverter<Integer> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,10})([kmg]?)");

    @Override
    public Integer convert(String text) {
        Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!form.matches()) {
            throw new TypeConversionException("'" + text + "' is not a size such as 65536, 64k or 16m");
        }
        int shift = "kmg".indexOf(form.group(2).isEmpty() ? ' ' : form.group(2).charAt(0)) + 1;
        long bytes = Long.parseLong(form.group(1)) << (10 * shift);
        if (bytes != (int) bytes) {
            throw new TypeConversionException("'" + text + "' is more than " + Integer.MAX_VALUE + " bytes");
        }
        return (int) bytes;
    }
}
