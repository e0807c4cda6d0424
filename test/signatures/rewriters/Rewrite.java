// Reads a JSON list of bodies, writes {code: [text, ...]}: what Java's libraries hash after parsing.
// Needs Jackson and Gson on the class path, so that only its recorded output is tested.
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParser;
import java.util.*;

public class Rewrite {
  interface Way { String write(String body) throws Exception; }

  static Object hashed(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new HashMap<>();
      map.forEach((key, inner) -> copy.put(key, hashed(inner)));
      return copy;
    }
    if (value instanceof List<?> list) return list.stream().map(Rewrite::hashed).collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
    return value;
  }

  public static void main(String[] arguments) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    ObjectMapper sorting = new ObjectMapper().configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);
    Gson gson = new GsonBuilder().serializeNulls().create();
    Gson plain = new GsonBuilder().serializeNulls().disableHtmlEscaping().create();
    Gson pretty = new GsonBuilder().serializeNulls().setPrettyPrinting().create();
    Map<String, Way> ways = new LinkedHashMap<>();
    ways.put("json_jackson", body -> mapper.writeValueAsString(mapper.readValue(body, Map.class)));
    ways.put("json_jackson_sorted", body -> sorting.writeValueAsString(sorting.readValue(body, Map.class)));
    ways.put("json_jackson_hash", body -> mapper.writeValueAsString(hashed(mapper.readValue(body, Map.class))));
    ways.put("json_jackson_pretty", body -> mapper.writerWithDefaultPrettyPrinter().writeValueAsString(mapper.readValue(body, Map.class)));
    ways.put("json_java_map", body -> mapper.readValue(body, Map.class).toString());
    ways.put("json_gson", body -> gson.toJson(JsonParser.parseString(body)));
    ways.put("json_gson_pretty", body -> pretty.toJson(JsonParser.parseString(body)));
    ways.put("json_gson_map", body -> gson.toJson(gson.fromJson(body, Map.class)));
    ways.put("json_gson_map_unescaped", body -> plain.toJson(plain.fromJson(body, Map.class)));
    List<String> bodies = mapper.readValue(System.in, List.class);
    Map<String, List<String>> texts = new LinkedHashMap<>();
    for (Map.Entry<String, Way> way : ways.entrySet()) {
      List<String> written = new ArrayList<>();
      for (String body : bodies) written.add(way.getValue().write(body));
      texts.put(way.getKey(), written);
    }
    mapper.writeValue(System.out, texts);
  }
}
