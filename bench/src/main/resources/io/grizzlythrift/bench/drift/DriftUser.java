package io.grizzlythrift.bench.drift;

import io.airlift.drift.annotations.ThriftField;
import io.airlift.drift.annotations.ThriftStruct;
import io.grizzlythrift.bench.gen.User;
import java.util.List;

/** The struct {@code User}, in Drift's annotations. */
@ThriftStruct("User")
public final class DriftUser {
    @ThriftField(1)
    public long id;

    @ThriftField(2)
    public String name;

    @ThriftField(3)
    public int sex;

    @ThriftField(4)
    public long birthday;

    @ThriftField(5)
    public String email;

    @ThriftField(6)
    public String mobile;

    @ThriftField(7)
    public String address;

    @ThriftField(8)
    public String icon;

    @ThriftField(9)
    public List<Integer> permissions;

    @ThriftField(10)
    public int status;

    @ThriftField(11)
    public long createTime;

    @ThriftField(12)
    public long updateTime;

    static DriftUser of(User user) {
        DriftUser same = new DriftUser();
        same.id = user.getId();
        same.name = user.getName();
        same.sex = user.getSex();
        same.birthday = user.getBirthday();
        same.email = user.getEmail();
        same.mobile = user.getMobile();
        same.address = user.getAddress();
        same.icon = user.getIcon();
        same.permissions = user.getPermissions();
        same.status = user.getStatus();
        same.createTime = user.getCreateTime();
        same.updateTime = user.getUpdateTime();
        return same;
    }

    User generated() {
        return new User(
                id, name, sex, birthday, email, mobile, address, icon, permissions, status, createTime, updateTime);
    }
}
