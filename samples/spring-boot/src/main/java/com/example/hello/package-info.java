/** A Spring Boot application that is a Thrift server, and its client: see the page "Spring Boot" of the site. */
package com.example.hello;
