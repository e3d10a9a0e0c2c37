package io.grizzlythrift.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.attributes.AttributeBuilder;
import org.glassfish.grizzly.attributes.AttributeHolder;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that attributes behave like those of Grizzly's own holder, whether or not they are fields. */
public class ConnectionAttributesTest {
    private static final String FIRST = "attributes-test.first";
    private static final String SECOND = "attributes-test.second";
    private static final String OTHER = "attributes-test.other";

    private static final AttributeBuilder BUILDER = ConnectionAttributes.builder(FIRST, SECOND);

    private final AttributeHolder attributes = BUILDER.createSafeAttributeHolder();

    @DataProvider
    Object[][] names() {
        return new Object[][] {{FIRST}, {SECOND}, {OTHER}};
    }

    @Test(dataProvider = "names")
    void attributesOfTheDefaultBuilderAreFoundByIndexAndName(String name) {
        AttributeHolder holder = BUILDER.createSafeAttributeHolder();
        Attribute<String> attribute = Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(name);
        assertSame(BUILDER.createAttribute(name), attribute);
        assertNull(attribute.get(holder));
        assertNull(attribute.peek(holder));
        assertNull(attribute.remove(holder));
        attribute.set(holder, "by index");
        assertEquals(attribute.get(holder), "by index");
        assertTrue(attribute.isSet(holder));
        assertEquals(holder.getAttribute(name), "by index");
        holder.setAttribute(name, "by name");
        assertEquals(attribute.get(holder), "by name");
        assertEquals(attribute.remove(holder), "by name");
        assertFalse(attribute.isSet(holder));
        attribute.set(holder, "again");
        assertEquals(holder.removeAttribute(name), "again");
        assertNull(holder.removeAttribute(name));
    }

    @Test
    void eachAttributeHasItsOwnValue() {
        AttributeHolder holder = BUILDER.createSafeAttributeHolder();
        for (String name : List.of(FIRST, SECOND, OTHER)) {
            holder.setAttribute(name, "value of " + name);
        }
        for (String name : List.of(FIRST, SECOND, OTHER)) {
            assertEquals(holder.getAttribute(name), "value of " + name);
        }
        holder.clear();
        for (String name : List.of(FIRST, SECOND, OTHER)) {
            assertNull(holder.getAttribute(name));
        }
        assertEquals(holder.getAttributeNames(), Set.of());
    }

    @Test
    void anInitializerMakesTheValueOfAnotherAttributeOnce() {
        List<String> made = new ArrayList<>();
        Attribute<List<String>> initialized = BUILDER.createAttribute("attributes-test.initialized", () -> {
            made.add("made");
            return made;
        });
        assertNull(initialized.peek(attributes));
        assertSame(initialized.get(attributes), made);
        assertSame(initialized.get(attributes), made);
        assertEquals(made, List.of("made"));
    }

    @Test
    void theFieldsAreCopied() {
        AttributeHolder from = BUILDER.createSafeAttributeHolder();
        from.setAttribute(FIRST, 1);
        from.setAttribute(SECOND, 2);
        AttributeHolder to = BUILDER.createSafeAttributeHolder();
        from.copyTo(to);
        assertEquals(to.getAttributeNames(), Set.of(FIRST, SECOND));
        AttributeHolder back = Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createSafeAttributeHolder();
        to.copyTo(back);
        assertEquals(back.getAttribute(SECOND), 2);
        AttributeHolder again = BUILDER.createSafeAttributeHolder();
        again.copyFrom(to);
        assertEquals(again.getAttribute(FIRST), 1);
        assertSame(again.getAttributeBuilder(), BUILDER);
    }

    @Test
    void aNameThatNobodySetIsNotRegistered() {
        AttributeHolder holder = BUILDER.createSafeAttributeHolder();
        assertNull(holder.getAttribute("attributes-test.unknown"));
        assertNull(holder.removeAttribute("attributes-test.unknown"));
        assertEquals(holder.getAttributeNames(), Set.of());
    }
}
