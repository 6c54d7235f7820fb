package io.payonce.schema.event;

import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/** Holds a record read from JSON against its own declaration: what is not {@code @Nullable} must be there. */
final class Complete {
    private Complete() {}

    /**
     * Returns the record unchanged.
     *
     * @throws IllegalArgumentException naming the first missing component
     */
    static <T> T checked(T value) {
        for (var component : value.getClass().getRecordComponents()) {
            check(component, value);
        }
        return value;
    }

    private static void check(RecordComponent component, Object owner) {
        var content = content(component, owner);
        if (content == null && !component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            throw new IllegalArgumentException(component.getName() + " is missing");
        }
        if (content instanceof Record nested) {
            checked(nested);
        }
    }

    private static @Nullable Object content(RecordComponent component, Object owner) {
        try {
            return component.getAccessor().invoke(owner);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("records of this package are readable", e);
        }
    }
}
