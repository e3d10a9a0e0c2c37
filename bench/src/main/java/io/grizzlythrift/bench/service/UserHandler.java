package io.grizzlythrift.bench.service;

import io.grizzlythrift.bench.gen.User;
import io.grizzlythrift.bench.gen.UserPage;
import io.grizzlythrift.bench.gen.UserService;

/**
 * Implements the part of the bench's service that handles users. It stores none, and creates each result again, like a
 * handler that reads from a database. Stateless and thread-safe.
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
