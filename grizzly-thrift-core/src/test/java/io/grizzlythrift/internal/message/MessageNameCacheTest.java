package io.grizzlythrift.internal.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;

import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the names of messages, decoded and encoded in any order. */
public class MessageNameCacheTest {
    private MessageNameCache names;

    @BeforeMethod
    void create() {
        names = new MessageNameCache();
    }

    @DataProvider
    Object[][] texts() {
        return new Object[][] {
            {"a"},
            {"echo"},
            {"listUser"},
            {"aNameOfManyBytes"},
            {"m\u00e9thode"},
            {"x".repeat(MessageNameCache.MAX_BYTES)}
        };
    }

    private String decode(String sent) {
        byte[] bytes = ("<" + sent + ">").getBytes(UTF_8);
        return names.decode(bytes, 1, bytes.length - 2);
    }

    @Test(dataProvider = "texts")
    void decodesAndEncodesTheSameName(String text) {
        assertEquals(decode(text), text);
        assertSame(decode(text), decode(text));
        assertEquals(names.encode(text), text.getBytes(UTF_8));
        assertSame(names.encode(text), names.encode(text));
    }

    @Test(dataProvider = "texts")
    void decodesToTheStringThatWasEncoded(String text) {
        String ofGeneratedCode = new String(text.toCharArray());
        decode(text);
        names.encode(ofGeneratedCode);
        assertSame(decode(text), ofGeneratedCode);
    }

    @Test
    void namesThatShareASlotReplaceEachOther() {
        for (int i = 0; i < 1_000; i++) {
            String text = "m" + i;
            assertEquals(decode(text), text);
            assertEquals(names.encode(text), text.getBytes(UTF_8));
            assertEquals(decode(text), text);
        }
    }

    @Test
    void aNameThatCannotBeEncodedIsNotDecoded() {
        assertEquals(names.encode("\ud800"), new byte[] {'?'});
        assertEquals(decode("?"), "?");
    }

    @Test
    void longAndEmptyNamesAreEncodedToo() {
        String longer = "x".repeat(MessageNameCache.MAX_BYTES + 1);
        assertEquals(names.encode(longer), longer.getBytes(UTF_8));
        assertEquals(names.encode(""), new byte[0]);
    }
}
