package io.grizzlythrift.spring.internal.config;

/** The application cannot start as it is configured. Spring Boot reports the description and the action. */
public final class ThriftConfigurationException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final String action;

    public ThriftConfigurationException(String description, String action) {
        super(description);
        this.action = action;
    }

    public ThriftConfigurationException(String description, String action, Throwable cause) {
        super(description, cause);
        this.action = action;
    }

    /** Names the jar that a class belongs to, which optional parts of the library need. */
    public static ThriftConfigurationException missingClass(String user, NoClassDefFoundError missing) {
        String name = String.valueOf(missing.getMessage());
        String jar = OptionalJar.of(name).orElse("the jar that has this class");
        return new ThriftConfigurationException(
                user + " needs the class " + name.replace('/', '.') + ", which is not on the class path.",
                "Add " + jar + " to the dependencies of the application.",
                missing);
    }

    /** {@return what to do about it} */
    String action() {
        return action;
    }
}
