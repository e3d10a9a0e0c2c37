package io.grizzlythrift.site;

import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/**
 * A browser for the tests of a class. Where there is no Chromium, they are skipped, and fail if the environment says
 * {@code BROWSER_REQUIRED=true}.
 */
abstract class BrowserTestBase {
    static final int PHONE = 390;
    static final int DESK = 1280;

    private final boolean recordsRequests;

    Browser browser;

    BrowserTestBase(boolean recordsRequests) {
        this.recordsRequests = recordsRequests;
    }

    @BeforeClass
    void start() {
        String missing = Browser.missing();
        if (missing.isEmpty()) {
            browser = new Browser(recordsRequests);
        } else if (Boolean.parseBoolean(System.getenv("BROWSER_REQUIRED"))) {
            throw new IllegalStateException(missing);
        } else {
            throw new SkipException("skipped: " + missing);
        }
    }

    @AfterClass(alwaysRun = true)
    void stop() {
        if (browser != null) {
            browser.close();
        }
    }
}
