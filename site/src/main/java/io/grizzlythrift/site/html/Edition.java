package io.grizzlythrift.site.html;

import io.grizzlythrift.site.page.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the pages are of: the version of the project, and where their texts can be read.
 *
 * @param version of the project
 * @param sources address of the folder that holds the files of the repository, with a slash at its end; empty while
 *     there is none, and then a copy of each text is put beside the pages
 */
public record Edition(String version, String sources) {
    private static final String COPIES = "source/";

    /** Where the text of a page can be read. */
    String source(Path root, Page page) {
        return sources.isEmpty()
                ? COPIES + copy(page)
                : sources + root.relativize(page.file()).toString().replace('\\', '/');
    }

    /** Puts the text of a page beside the pages, if it can be read nowhere else. */
    public void copy(Page page, Path site) throws IOException {
        if (sources.isEmpty()) {
            Path copy = site.resolve(COPIES).resolve(copy(page));
            Files.createDirectories(copy.getParent());
            Files.writeString(copy, Files.readString(page.file()));
        }
    }

    /** Browsers show text, and offer to save what they do not know. */
    private static String copy(Page page) {
        return page.name() + ".md.txt";
    }
}
