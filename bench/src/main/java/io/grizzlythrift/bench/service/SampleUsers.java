package io.grizzlythrift.bench.service;

import io.grizzlythrift.bench.gen.User;
import io.grizzlythrift.bench.gen.UserPage;
import java.util.ArrayList;
import java.util.List;

/** Invented users for the calls of the bench. An id always gives the same user. */
final class SampleUsers {
    static final long ID = 1_234_567;
    static final int PAGE = 3;
    static final String EMAIL = "ada.lovelace@example.org";

    /** Number of users on a page. */
    private static final int PAGE_SIZE = 15;

    private static final int PAGES = 67;
    private static final int PERMISSIONS = 19;
    private static final long BIRTHDAY = -4_856_284_800_000L;
    private static final long CREATED = 1_700_000_000_000L;

    private SampleUsers() {}

    static User user(long id) {
        List<Integer> permissions = new ArrayList<>(PERMISSIONS);
        for (int i = 0; i < PERMISSIONS; i++) {
            permissions.add(i * i * i);
        }
        return new User(
                id,
                "Ada Lovelace",
                1,
                BIRTHDAY,
                EMAIL,
                "+44 20 7946 0" + id % 1_000,
                "12 St James's Square, London SW1Y 4JH, United Kingdom",
                "https://images.example.org/users/" + id + "/portrait.png",
                permissions,
                1,
                CREATED,
                CREATED + id);
    }

    static UserPage page(int pageNumber) {
        List<User> users = new ArrayList<>(PAGE_SIZE);
        for (int i = 0; i < PAGE_SIZE; i++) {
            users.add(user((long) PAGE_SIZE * pageNumber + i));
        }
        return new UserPage(pageNumber, PAGES * PAGE_SIZE, users);
    }
}
