package io.grizzlythrift.catalog.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grizzlythrift.catalog.EnumDescription;
import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.ServiceDescription;
import io.grizzlythrift.catalog.StructDescription;
import io.grizzlythrift.catalog.TypeDescription;
import java.io.IOException;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Writes a catalog as JSON. */
final class CatalogWriter {
    private final ServiceCatalog catalog;
    private final JsonGenerator out;

    CatalogWriter(ServiceCatalog catalog, JsonGenerator out) {
        this.catalog = catalog;
        this.out = out;
    }

    /** Writes the members of an object. */
    private interface Element<T> {
        void write(T value) throws IOException;
    }

    void write() throws IOException {
        out.writeStartObject();
        writeArray("services", catalog.services(), this::writeService);
        writeArray("extendedServices", catalog.extendedServices(), this::writeService);
        writeArray("structs", catalog.structs().values(), this::writeStruct);
        writeArray("enums", catalog.enums().values(), this::writeEnum);
        out.writeEndObject();
    }

    void write(ServiceDescription service) throws IOException {
        writeObject(service, this::writeService);
    }

    void write(MethodDescription method) throws IOException {
        writeObject(method, this::writeMethod);
    }

    void write(StructDescription struct) throws IOException {
        writeObject(struct, this::writeStruct);
    }

    void write(EnumDescription described) throws IOException {
        writeObject(described, this::writeEnum);
    }

    void close() throws IOException {
        out.close();
    }

    private <T> void writeArray(String name, Collection<T> values, Element<T> element) throws IOException {
        if (values.isEmpty()) {
            return;
        }
        out.writeArrayFieldStart(name);
        for (T value : values) {
            writeObject(value, element);
        }
        out.writeEndArray();
    }

    private <T> void writeObject(T value, Element<T> element) throws IOException {
        out.writeStartObject();
        element.write(value);
        out.writeEndObject();
    }

    private void writeText(String name, Optional<String> value) throws IOException {
        if (value.isPresent()) {
            out.writeStringField(name, value.get());
        }
    }

    private void writeDoc(String doc) throws IOException {
        writeText("doc", Optional.of(doc).filter(text -> !text.isEmpty()));
    }

    private void writeService(ServiceDescription service) throws IOException {
        out.writeStringField("name", service.name());
        writeText("multiplexedName", service.multiplexedName());
        writeText("extends", service.extendedService());
        writeDoc(service.doc());
        writeArray("methods", service.methods(), this::writeMethod);
    }

    private void writeMethod(MethodDescription method) throws IOException {
        out.writeStringField("name", method.name());
        out.writeStringField("declaredBy", method.declaringService());
        writeDoc(method.doc());
        if (method.oneway()) {
            out.writeBooleanField("oneway", true);
        }
        writeArray("arguments", method.arguments(), this::writeField);
        if (method.result().isPresent()) {
            out.writeFieldName("result");
            writeType(method.result().get());
        }
        writeArray("exceptions", method.exceptions(), this::writeField);
    }

    private void writeStruct(StructDescription struct) throws IOException {
        out.writeStringField("name", struct.name());
        out.writeStringField("kind", struct.kind().name().toLowerCase(Locale.ROOT));
        writeDoc(struct.doc());
        writeArray("fields", struct.fields(), this::writeField);
    }

    private void writeField(FieldDescription field) throws IOException {
        out.writeNumberField("id", field.id());
        out.writeStringField("name", field.name());
        out.writeFieldName("type");
        writeType(field.type());
        out.writeStringField("requiredness", field.requiredness().name().toLowerCase(Locale.ROOT));
        if (field.defaultValue().isPresent()) {
            out.writeFieldName("default");
            new PlainValues(name -> catalog.struct(name).fields(), out)
                    .write(field.type(), field.defaultValue().get());
        }
        writeDoc(field.doc());
    }

    private void writeType(TypeDescription type) throws IOException {
        out.writeStartObject();
        if (type instanceof TypeDescription.Base base) {
            out.writeStringField("type", base.type().idlName());
        } else if (type instanceof TypeDescription.StructRef struct) {
            out.writeStringField("type", "struct");
            out.writeStringField("name", struct.name());
        } else if (type instanceof TypeDescription.EnumRef anEnum) {
            out.writeStringField("type", "enum");
            out.writeStringField("name", anEnum.name());
        } else if (type instanceof TypeDescription.ListOf list) {
            out.writeStringField("type", "list");
            out.writeFieldName("element");
            writeType(list.element());
        } else if (type instanceof TypeDescription.SetOf set) {
            out.writeStringField("type", "set");
            out.writeFieldName("element");
            writeType(set.element());
        } else if (type instanceof TypeDescription.MapOf map) {
            out.writeStringField("type", "map");
            out.writeFieldName("key");
            writeType(map.key());
            out.writeFieldName("value");
            writeType(map.value());
        }
        writeText("typedef", type.typedefName());
        out.writeEndObject();
    }

    private void writeEnum(EnumDescription described) throws IOException {
        out.writeStringField("name", described.name());
        writeDoc(described.doc());
        writeArray("members", described.members(), this::writeMember);
    }

    private void writeMember(EnumDescription.Member member) throws IOException {
        out.writeStringField("name", member.name());
        out.writeNumberField("value", member.value());
        writeDoc(member.doc());
    }
}
