package io.grizzlythrift.bench.drift;

import io.airlift.drift.annotations.ThriftField;
import io.airlift.drift.annotations.ThriftStruct;
import io.grizzlythrift.bench.gen.UserPage;
import java.util.List;

/** The struct {@code UserPage}, in Drift's annotations. */
@ThriftStruct("UserPage")
public final class DriftUserPage {
    @ThriftField(1)
    public int pageNumber;

    @ThriftField(2)
    public int total;

    @ThriftField(3)
    public List<DriftUser> users;

    static DriftUserPage of(UserPage page) {
        DriftUserPage same = new DriftUserPage();
        same.pageNumber = page.getPageNumber();
        same.total = page.getTotal();
        same.users = page.getUsers().stream().map(DriftUser::of).toList();
        return same;
    }

    UserPage generated() {
        return new UserPage(
                pageNumber, total, users.stream().map(DriftUser::generated).toList());
    }
}
