import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;

/** A stand-in for Spring: calls the controller over a real socket as its annotations ask for. */
public class Host {
  public static void main(String[] arguments) throws Exception {
    WebhookController controller = new WebhookController();
    int port = Integer.parseInt(System.getenv("PORT"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext(
        "/webhook",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          String header = exchange.getRequestHeaders().getFirst("X-Signature");
          int status;
          try {
            status = controller.webhook(body.length == 0 ? null : body, header).status();
          } catch (Exception problem) {
            status = 500;
          }
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
  }
}
