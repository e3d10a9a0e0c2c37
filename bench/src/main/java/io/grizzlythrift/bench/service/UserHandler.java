package io.grizzlythrift.bench.service;

import io.grizzlythrift.bench.gen.User;
import io.grizzlythrift.bench.gen.UserPage;
import io.grizzlythrift.bench.gen.UserService;

/**
 * The part of the bench's service that is about users. Keeps none, and makes each answer anew, as a handler that reads from a
 * database does. Stateless and thread-safe.
 */
public class UserHandler implements UserService.Iface {
    @Override
    public boolean existUser(String email) {
        return !email.isEmpty();
    }

    @Override
    public boolean createUser(User user) {
        return user.getId() > 0;
    }

    @Override
    public User getUser(long id) {
        return SampleUsers.user(id);
    }

    @Override
    public UserPage listUser(int pageNumber) {
        return SampleUsers.page(pageNumber);
    }
}
