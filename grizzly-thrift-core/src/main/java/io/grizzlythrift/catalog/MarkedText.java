package io.grizzlythrift.catalog;

import io.grizzlythrift.catalog.IdlText.Piece;

/** Collects pieces of text, and counts the characters of the last line as they are without marks. */
final class MarkedText {
    private final IdlText.Markup markup;
    private final StringBuilder text = new StringBuilder();
    private int lineChars;

    MarkedText(IdlText.Markup markup) {
        this.markup = markup;
    }

    MarkedText add(Piece piece, String plain) {
        String safe = withoutControls(plain);
        text.append(markup.mark(piece, safe));
        lineChars += safe.length();
        return this;
    }

    MarkedText add(String plain) {
        String safe = withoutControls(plain);
        text.append(safe);
        lineChars += safe.length();
        return this;
    }

    MarkedText add(MarkedText other) {
        text.append(other.text);
        lineChars += other.lineChars;
        return this;
    }

    MarkedText newLine() {
        text.append('\n');
        lineChars = 0;
        return this;
    }

    int lineChars() {
        return lineChars;
    }

    /** Names and documentation may come from a server: they cannot end a line or control a terminal. */
    private static String withoutControls(String plain) {
        if (plain.chars().noneMatch(Character::isISOControl)) {
            return plain;
        }
        StringBuilder safe = new StringBuilder(plain.length());
        plain.codePoints().forEach(each -> safe.appendCodePoint(Character.isISOControl(each) ? ' ' : each));
        return safe.toString();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
