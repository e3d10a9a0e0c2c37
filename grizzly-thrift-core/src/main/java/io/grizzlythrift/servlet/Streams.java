package io.grizzlythrift.servlet;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import java.io.IOException;

/** Tells the streams of the container from those of filters. */
final class Streams {
    private Streams() {}

    static boolean isOfContainer(ServletRequest request, ServletInputStream in) throws IOException {
        if (!(request instanceof ServletRequestWrapper)) {
            return true;
        }
        ServletRequest inner = request;
        while (inner instanceof ServletRequestWrapper wrapper) {
            inner = wrapper.getRequest();
        }
        try {
            return inner.getInputStream() == in;
        } catch (IllegalStateException e) { // the filter reads it by getReader()
            return false;
        }
    }

    static boolean isOfContainer(ServletResponse response, ServletOutputStream out) throws IOException {
        if (!(response instanceof ServletResponseWrapper)) {
            return true;
        }
        ServletResponse inner = response;
        while (inner instanceof ServletResponseWrapper wrapper) {
            inner = wrapper.getResponse();
        }
        try {
            return inner.getOutputStream() == out;
        } catch (IllegalStateException e) { // the filter writes it by getWriter()
            return false;
        }
    }
}
