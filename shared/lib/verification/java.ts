import type { VerificationSnippet } from './snippet.ts';

export const javaSnippets: readonly VerificationSnippet[] = [
  {
    id: 'spring',
    title: 'Spring',
    language: 'java',
    file: 'WebhookController.java',
    install: null,
    code: (variable) => `import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class WebhookController {
  private final byte[] secret =
      Objects.requireNonNull(System.getenv("${variable}"), "${variable} is not set.")
          .getBytes(StandardCharsets.UTF_8);

  // byte[]: the body as it arrived, before any object mapper.
  @PostMapping("/webhook")
  public ResponseEntity<Void> webhook(
      @RequestBody(required = false) byte[] rawBody,
      @RequestHeader(name = "X-Signature", required = false) String header)
      throws GeneralSecurityException {
    if (rawBody == null || header == null || !isSigned(rawBody, header)) {
      return ResponseEntity.status(401).build();
    }
    // Read it with your ObjectMapper now: objectMapper.readTree(rawBody)
    return ResponseEntity.ok().build();
  }

  private boolean isSigned(byte[] rawBody, String header) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA1");
    mac.init(new SecretKeySpec(secret, "HmacSHA1"));
    String digest = HexFormat.of().formatHex(mac.doFinal(rawBody));
    return MessageDigest.isEqual(
        digest.getBytes(StandardCharsets.UTF_8), header.getBytes(StandardCharsets.UTF_8));
  }
}
`,
  },
];
