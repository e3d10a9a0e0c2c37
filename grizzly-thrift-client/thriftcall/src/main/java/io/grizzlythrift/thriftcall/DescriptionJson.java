package io.grizzlythrift.thriftcall;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grizzlythrift.catalog.EnumDescription;
import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.ServiceDescription;
import io.grizzlythrift.catalog.StructDescription;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Descriptions as JSON, for programs. */
final class DescriptionJson {
    private final JsonGenerator json;

    DescriptionJson(JsonGenerator json) {
        this.json = json;
    }

    void catalog(ServiceCatalog catalog) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("services");
        for (ServiceDescription service : catalog.services()) {
            service(service);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("structs");
        for (StructDescription struct : catalog.structs().values()) {
            struct(struct);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("enums");
        for (EnumDescription each : catalog.enums().values()) {
            enumeration(each);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    void service(ServiceDescription service) throws IOException {
        begin("service", service.name(), service.doc());
        if (service.multiplexedName().isPresent()) {
            json.writeStringField("multiplexedName", service.multiplexedName().get());
        }
        if (service.extendedService().isPresent()) {
            json.writeStringField("extends", service.extendedService().get());
        }
        json.writeArrayFieldStart("methods");
        for (MethodDescription method : service.methods()) {
            method(method);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    void method(MethodDescription method) throws IOException {
        begin("method", method.name(), method.doc());
        if (method.oneway()) {
            json.writeBooleanField("oneway", true);
        }
        fields("arguments", method.arguments());
        json.writeStringField(
                "result", method.result().map(type -> type.idlName()).orElse("void"));
        fields("exceptions", method.exceptions());
        json.writeEndObject();
    }

    void struct(StructDescription struct) throws IOException {
        begin(struct.kind().name().toLowerCase(Locale.ROOT), struct.name(), struct.doc());
        fields("fields", struct.fields());
        json.writeEndObject();
    }

    void enumeration(EnumDescription described) throws IOException {
        begin("enum", described.name(), described.doc());
        json.writeArrayFieldStart("members");
        for (EnumDescription.Member member : described.members()) {
            json.writeStartObject();
            json.writeStringField("name", member.name());
            json.writeNumberField("value", member.value());
            doc(member.doc());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void begin(String kind, String name, String doc) throws IOException {
        json.writeStartObject();
        json.writeStringField("kind", kind);
        json.writeStringField("name", name);
        doc(doc);
    }

    private void doc(String doc) throws IOException {
        if (!doc.isEmpty()) {
            json.writeStringField("doc", doc);
        }
    }

    private void fields(String name, List<FieldDescription> fields) throws IOException {
        json.writeArrayFieldStart(name);
        for (FieldDescription field : fields) {
            json.writeStartObject();
            json.writeNumberField("id", field.id());
            json.writeStringField("name", field.name());
            json.writeStringField("type", field.type().idlName());
            json.writeStringField("requiredness", field.requiredness().name().toLowerCase(Locale.ROOT));
            if (field.defaultValue().isPresent()) {
                json.writeStringField(
                        "default", ConstantText.of(field.defaultValue().get()));
            }
            doc(field.doc());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
