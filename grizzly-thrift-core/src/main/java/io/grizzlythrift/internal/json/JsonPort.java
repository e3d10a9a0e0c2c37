package io.grizzlythrift.internal.json;

import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.ServiceDescription;
import io.grizzlythrift.internal.dispatch.ResponseHead.Header;
import io.grizzlythrift.internal.dispatch.ServiceConfig;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.strategy.internal.threads.EarlyInitialization;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.apache.thrift.protocol.TMultiplexedProtocol;

/**
 * Finds out what a request to one of the paths of JSON asks for. It looks at nothing but its head, so it may run on a
 * thread that serves all connections. Thread-safe.
 *
 * <p>Whether a method exists is said only to callers who may call it: a call of an unknown one is dispatched like others.
 */
public final class JsonPort {
    /** The path of the catalog, and the beginning of the paths of methods: {@value}. */
    public static final String PATH = "/call";

    /** The path of the catalog as text in the IDL: {@value}. */
    public static final String IDL_PATH = "/call/idl";

    private static final String PREFIX = "/call/";
    private static final String CHARSET = "charset=";

    // Not static: this class is used by servers without Jackson.
    private final JsonRoute noSuchPath = new JsonRoute.Refusal(JsonFailures.refusal(
            JsonHeads.NOT_FOUND,
            "NOT_FOUND",
            "methods are at " + PREFIX + "Service/method, the catalog is at " + PATH + " and " + IDL_PATH));
    private final JsonRoute postOnly = notAllowed("POST");
    private final JsonRoute getOnly = notAllowed("GET, HEAD");
    private final JsonRoute wrongType = new JsonRoute.Refusal(JsonFailures.refusal(
            JsonHeads.UNSUPPORTED_MEDIA_TYPE,
            "UNSUPPORTED_MEDIA_TYPE",
            "Content-Type must be " + JsonHeads.JSON + " in UTF-8"));

    private final ServiceCatalog catalog;
    private final ProcessorTable reflection;
    private final Transcoders transcoders;

    private JsonPort(ServiceConfig service, ServiceCatalog catalog, LimitReporter limitReporter) {
        EarlyInitialization.of(CatalogCall.class, ChargedOutput.class, JsonCall.class, JsonReply.class);
        this.catalog = catalog;
        reflection = ReflectionService.tableOf(service.catalog());
        transcoders = new Transcoders(catalog, service.limits(), limitReporter);
    }

    /**
     * Checks that a server can describe its services and take calls in JSON, if it is to, before it starts anything.
     *
     * @throws IllegalStateException if Jackson is missing or too old, or calls in JSON are to be taken and no service is described
     */
    public static void check(ServiceConfig service) {
        if (service.named().containsKey(ReflectionService.NAME)) {
            Jackson.require("reflection", JsonPort.class.getClassLoader());
        }
        if (!service.jsonCalls()) {
            return;
        }
        Jackson.require("jsonCalls", JsonPort.class.getClassLoader());
        if (service.catalog().get().services().isEmpty()) {
            throw new IllegalStateException("jsonCalls is true, but no processor is of a class that the Thrift compiler"
                    + " has generated, so no method is known: set catalog");
        }
    }

    /** {@return the port of a server; empty unless it takes calls in JSON} */
    public static Optional<JsonPort> of(ServiceConfig service, LimitReporter limitReporter) {
        return service.jsonCalls()
                ? Optional.of(new JsonPort(service, service.catalog().get(), limitReporter))
                : Optional.empty();
    }

    /** {@return whether requests to a path are for this class} */
    public static boolean serves(String path) {
        return path.startsWith(PATH) && (path.length() == PATH.length() || path.startsWith(PREFIX));
    }

    /**
     * Finds out what a request asks for.
     *
     * @param method the method of HTTP
     * @param path a path that {@linkplain #serves this class serves}
     * @param isEncoded whether the path is as it was sent, with escapes
     * @param contentType empty if there is none
     */
    public JsonRoute route(String method, String path, boolean isEncoded, String contentType) {
        boolean reads = method.equals("GET") || method.equals("HEAD");
        if (path.equals(PATH) || path.equals(IDL_PATH)) {
            return reads ? new JsonRoute.Page(path.equals(IDL_PATH)) : getOnly;
        }
        if (!method.equals("POST")) {
            return postOnly;
        }
        // Scripts of other sites cannot send this type unless the server allows it, which this one does not.
        return isJson(contentType) ? routeCall(path, isEncoded) : wrongType;
    }

    private JsonRoute routeCall(String path, boolean isEncoded) {
        int separator = path.indexOf('/', PREFIX.length());
        if (separator < 0 || path.indexOf('/', separator + 1) >= 0) {
            return noSuchPath;
        }
        String service = decode(path.substring(PREFIX.length(), separator), isEncoded);
        String method = decode(path.substring(separator + 1), isEncoded);
        if (!isName(service) || !isName(method)) {
            return noSuchPath;
        }
        Optional<ServiceDescription> found = catalog.service(service);
        Optional<MethodDescription> described = catalog.method(service, method);
        String name =
                found.map(each -> each.headerName(method)).orElse(service + TMultiplexedProtocol.SEPARATOR + method);
        return new JsonRoute.Method(name, described);
    }

    private static String decode(String name, boolean isEncoded) {
        try {
            return isEncoded && name.indexOf('%') >= 0
                    ? URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8)
                    : name;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static boolean isName(String name) {
        return !name.isEmpty() && !name.contains(TMultiplexedProtocol.SEPARATOR);
    }

    private static boolean isJson(String contentType) {
        if (contentType.equals(JsonHeads.JSON)) {
            return true;
        }
        String[] parts = contentType.toLowerCase(Locale.ROOT).split(";", -1);
        boolean isUtf8 = true;
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip().replace("\"", "");
            isUtf8 &= !parameter.startsWith(CHARSET) || parameter.equals(CHARSET + "utf-8");
        }
        return isUtf8 && parts[0].strip().equals(JsonHeads.JSON);
    }

    private static JsonRoute notAllowed(String allowed) {
        return new JsonRoute.Refusal(JsonFailures.refusal(
                JsonHeads.METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED", "only " + allowed, new Header("Allow", allowed)));
    }

    /**
     * Creates the call that a request asks for.
     *
     * @param route not a refusal
     * @param body begins with the body of the request; not modified from now on
     * @param bodyBytes its length
     */
    public TranscodedCall newCall(JsonRoute route, byte[] body, int bodyBytes) {
        if (route instanceof JsonRoute.Page page) {
            return new CatalogCall(page.isIdl(), reflection, transcoders);
        }
        return new JsonCall((JsonRoute.Method) route, body, bodyBytes, transcoders);
    }
}
