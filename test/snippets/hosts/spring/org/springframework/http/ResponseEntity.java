package org.springframework.http;

/** As much of Spring's class as the snippet uses. */
public record ResponseEntity<Body>(int status) {
  public record Builder(int status) {
    public <Body> ResponseEntity<Body> build() {
      return new ResponseEntity<>(status);
    }
  }

  public static Builder status(int status) {
    return new Builder(status);
  }

  public static Builder ok() {
    return new Builder(200);
  }
}
