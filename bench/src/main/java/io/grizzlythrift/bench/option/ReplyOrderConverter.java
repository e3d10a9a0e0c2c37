package io.grizzlythrift.bench.option;

import io.grizzlythrift.call.ReplyOrder;
import java.util.List;
import picocli.CommandLine.ITypeConverter;

/** Parses a reply order: {@code request} or {@code completed}. */
public final class ReplyOrderConverter implements ITypeConverter<ReplyOrder> {
    private static final String REQUEST = "request";
    private static final String COMPLETED = "completed";

    @Override
    public ReplyOrder convert(String text) {
        return switch (text) {
            case REQUEST -> ReplyOrder.REQUEST;
            case COMPLETED -> ReplyOrder.AS_COMPLETED;
            default -> throw OptionErrors.noneOf(List.of(REQUEST, COMPLETED));
        };
    }
}
