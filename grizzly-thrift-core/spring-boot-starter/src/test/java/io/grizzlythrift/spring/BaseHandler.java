package io.grizzlythrift.spring;

import io.grizzlythrift.spring.gen.Base;
import io.grizzlythrift.spring.gen.Refused;

/** The simplest service. */
public class BaseHandler implements Base.Iface {
    @Override
    public void ping() {}

    @Override
    public String whoami(String greeting) {
        return "Base: " + greeting;
    }

    @Override
    public int baseCheck(int code) throws Refused {
        return code;
    }
}
