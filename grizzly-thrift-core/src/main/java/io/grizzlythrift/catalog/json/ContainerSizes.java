package io.grizzlythrift.catalog.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;

/** The sizes of all arrays and objects of a document, in the order in which they begin. */
final class ContainerSizes {
    private final int[] sizes;
    private int count;
    private int next;

    private ContainerSizes(int max) {
        sizes = new int[max];
    }

    /**
     * Reads a document up to its end.
     *
     * @param max at least the number of its arrays and objects
     */
    static ContainerSizes of(JsonParser document, int max) throws IOException, ValueException {
        ContainerSizes sizes = new ContainerSizes(max);
        if (document.nextToken() == null) {
            throw new ValueException("there is no JSON");
        }
        sizes.countIn(document);
        if (document.nextToken() != null) {
            throw new ValueException("something follows the JSON");
        }
        return sizes;
    }

    private void countIn(JsonParser document) throws IOException {
        int[] open = new int[16];
        int depth = 0;
        JsonToken token = document.currentToken();
        while (true) {
            if (token.isStructEnd()) {
                depth--;
            } else if (token != JsonToken.FIELD_NAME) {
                if (depth > 0) {
                    sizes[open[depth - 1]]++;
                }
                if (token.isStructStart()) {
                    open = depth < open.length ? open : Arrays.copyOf(open, 2 * depth);
                    open[depth++] = count++;
                }
            }
            if (depth == 0) {
                return;
            }
            token = document.nextToken(); // not null: the parser reports a missing end
        }
    }

    /** Returns the number of elements or fields of the next container. */
    int next() {
        return sizes[next++];
    }
}
