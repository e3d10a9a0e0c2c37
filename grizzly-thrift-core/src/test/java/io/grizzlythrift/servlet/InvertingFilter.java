package io.grizzlythrift.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;

/** Inverts the bits of bodies. Its streams ignore listeners, as those of many filters do. */
final class InvertingFilter implements Filter {
    static byte[] invert(byte[] bytes) {
        byte[] inverted = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            inverted[i] = (byte) ~bytes[i];
        }
        return inverted;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        ServletInputStream in = request.getInputStream();
        ServletOutputStream out = response.getOutputStream();
        chain.doFilter(
                new HttpServletRequestWrapper((HttpServletRequest) request) {
                    @Override
                    public ServletInputStream getInputStream() {
                        return new InvertedInput(in);
                    }
                },
                new HttpServletResponseWrapper((HttpServletResponse) response) {
                    @Override
                    public ServletOutputStream getOutputStream() {
                        return new InvertedOutput(out);
                    }
                });
    }

    private static final class InvertedInput extends ServletInputStream {
        private final ServletInputStream in;

        InvertedInput(ServletInputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            int next = in.read();
            return next < 0 ? next : ~next & 0xff;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int count = in.read(into, from, length);
            for (int i = from; i < from + count; i++) {
                into[i] = (byte) ~into[i];
            }
            return count;
        }

        @Override
        public boolean isFinished() {
            return in.isFinished();
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener ignored) {
            // as in many filters
        }
    }

    private static final class InvertedOutput extends ServletOutputStream {
        private final ServletOutputStream out;

        InvertedOutput(ServletOutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int next) throws IOException {
            out.write(~next);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener ignored) {
            // as in many filters
        }
    }
}
