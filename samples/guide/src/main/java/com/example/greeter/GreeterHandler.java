package com.example.greeter;

import com.example.greeter.gen.Greeter;
import com.example.greeter.gen.NoName;

/** Implements the service. Several threads call it at the same time. */
public final class GreeterHandler implements Greeter.Iface {
    @Override
    public String greet(String name) throws NoName {
        if (name.isBlank()) {
            throw new NoName("greet needs a name");
        }
        return "Hello, " + name + "!";
    }
}
