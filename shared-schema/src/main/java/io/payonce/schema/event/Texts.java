package io.payonce.schema.event;

import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/** Value types whose JSON form is their text. */
final class Texts {
    private Texts() {}

    static final class Written<T> extends StdScalarSerializer<T> {
        Written(Class<T> type) {
            super(type);
        }

        @Override
        public void serialize(T value, JsonGenerator out, SerializationContext context) {
            out.writeString(value.toString());
        }
    }

    static final class Parsed<T> extends StdScalarDeserializer<T> {
        private final transient Function<String, T> parse;

        Parsed(Class<T> type, Function<String, T> parse) {
            super(type);
            this.parse = parse;
        }

        @Override
        public T deserialize(JsonParser in, DeserializationContext context) {
            return parse.apply(in.getString());
        }
    }
}
