import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Both of Java's HTTP clients; the older one has no PATCH, so it only reads. */
public class Client {
  static final Map<String, String> ENV = System.getenv();
  static final String BASE = ENV.get("PARTNER_CARD_BASE_URL");
  static final String TASK = ENV.get("PARTNER_CARD_TASK");

  record Answer(int status, String body) {}

  interface Sender {
    Answer send(String method, String path, Map<String, String> headers, String body) throws Exception;
  }

  static Answer modern(String method, String path, Map<String, String> headers, String body) throws Exception {
    var publisher = body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
    var request = HttpRequest.newBuilder(URI.create(BASE + path)).method(method, publisher);
    headers.forEach(request::header);
    var response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return new Answer(response.statusCode(), response.body());
  }

  static final HttpClient HTTP = HttpClient.newHttpClient();

  static Answer older(String method, String path, Map<String, String> headers, String body) throws Exception {
    var connection = (HttpURLConnection) URI.create(BASE + path).toURL().openConnection();
    connection.setRequestMethod(method);
    headers.forEach(connection::setRequestProperty);
    if (body != null) {
      connection.setDoOutput(true);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body.getBytes(StandardCharsets.UTF_8));
      }
    }
    int status = connection.getResponseCode();
    try (var in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      return new Answer(status, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  static String field(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":\"?((?:[^\",}\\\\]|\\\\.)*)").matcher(json);
    return found.find() ? found.group(1).replaceAll("\\\\(.)", "$1") : null;
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  static void tell(String outcome) {
    System.out.println("{\"partnerCard\":1,\"task\":1," + outcome + "}");
  }

  public static void main(String[] args) throws Exception {
    Sender http = args[0].equals("older") ? Client::older : Client::modern;
    String verb = field(TASK, "do");
    boolean canWrite = !args[0].equals("older");
    if (!verb.equals("list") && !(verb.equals("patch") && canWrite)) {
      tell("\"result\":\"unsupported\"");
      return;
    }
    String form = "grant_type=client_credentials&client_id=" + encode(ENV.get("PARTNER_CARD_CLIENT_ID"))
        + "&client_secret=" + encode(ENV.get("PARTNER_CARD_CLIENT_SECRET"))
        + "&scope=" + encode("cards:read cards:write transfers:read transfers:write");
    Map<String, String> kind = Map.of("Content-Type", "application/x-www-form-urlencoded");
    String token = field(http.send("POST", "/v1/oauth/token", kind, form).body(), "access_token");
    Map<String, String> headers = new LinkedHashMap<>(Map.of("Authorization", "Bearer " + token));
    if (verb.equals("list")) read(http, headers);
    else write(http, headers);
  }

  static void read(Sender http, Map<String, String> headers) throws Exception {
    List<String> cards = new ArrayList<>();
    String limit = field(TASK, "limit");
    String cursor = null;
    do {
      String query = (limit == null ? "?" : "?limit=" + limit + "&") + (cursor == null ? "" : "cursor=" + encode(cursor));
      Answer page = http.send("GET", "/v1/card" + query, headers, null);
      if (page.status() != 200) {
        tell("\"result\":\"error\"");
        return;
      }
      Matcher ids = Pattern.compile("\"CRD[0-9]+\"").matcher(page.body());
      while (ids.find()) cards.add(ids.group());
      cursor = field(page.body(), "nextCursor");
    } while (cursor != null);
    tell("\"result\":\"ok\",\"cards\":[" + String.join(",", cards) + "]");
  }

  static void write(Sender http, Map<String, String> headers) throws Exception {
    String pem = Files.readString(Path.of(ENV.get("PARTNER_CARD_SIGNING_KEY"))).replaceAll("-----[^-]*-----|\\s", "");
    var key = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
    String path = "/v1/card/" + field(TASK, "card") + "/limits";
    String now = Long.toString(System.currentTimeMillis() / 1000);
    Signature signer = Signature.getInstance("SHA256withRSA");
    signer.initSign(key);
    signer.update(("PATCH" + path + now).getBytes(StandardCharsets.UTF_8));
    headers.put("Content-Type", "application/merge-patch+json");
    headers.put("Idempotency-Key", UUID.randomUUID().toString());
    headers.put("X-Service-Request-Timestamp", now);
    headers.put("X-Service-Signature", Base64.getEncoder().encodeToString(signer.sign()));
    Matcher limits = Pattern.compile("\"limits\":(\\{[^}]*\\})").matcher(TASK);
    limits.find();
    try {
      int status = http.send("PATCH", path, headers, limits.group(1)).status();
      tell(status / 100 == 2 ? "\"result\":\"ok\"" : "\"result\":\"error\",\"outcome\":\"rejected\"");
    } catch (java.io.IOException error) {
      tell("\"result\":\"error\",\"outcome\":\"unknown\"");
    }
  }
}
