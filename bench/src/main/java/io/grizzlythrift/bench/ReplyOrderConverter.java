package io.grizzlythrift.bench;

import io.grizzlythrift.call.ReplyOrder;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code request} or {@code completed}. */
final class ReplyOrderConverter implements ITypeConverter<ReplyOrder> {
    @Override
    public ReplyOrder convert(String text) {
        return switch (text) {
            case "request" -> ReplyOrder.REQUEST;
            case "completed" -> ReplyOrder.AS_COMPLETED;
            default ->
                throw new TypeConversionException(
                        "'" + text + "' is not an order of replies: there are request, completed");
        };
    }
}
