package io.grizzlythrift.site.html;

import io.grizzlythrift.site.page.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The version of the project, and the location of the sources of the pages.
 *
 * @param version version of the project
 * @param sources address of the folder with the files of the repository, with a slash at its end; if it is empty, a
 *     copy of each source is written next to the pages
 */
public record Edition(String version, String sources) {
    private static final String COPIES = "source/";

    /** {@return the address of the source of a page} */
    String source(Path root, Page page) {
        return sources.isEmpty()
                ? COPIES + copy(page)
                : sources + root.relativize(page.file()).toString().replace('\\', '/');
    }

    /** Copies the source of a page next to the pages, unless it is available elsewhere. */
    public void copy(Page page, Path site) throws IOException {
        if (sources.isEmpty()) {
            Path copy = site.resolve(COPIES).resolve(copy(page));
            Files.createDirectories(copy.getParent());
            Files.writeString(copy, Files.readString(page.file()));
        }
    }

    /**
     * Returns the name of a copy. It ends with .txt because browsers show text files, but offer to save unknown types.
     */
    private static String copy(Page page) {
        return page.name() + ".md.txt";
    }
}
