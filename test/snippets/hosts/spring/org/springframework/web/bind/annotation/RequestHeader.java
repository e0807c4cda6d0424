package org.springframework.web.bind.annotation;

public @interface RequestHeader {
  String name();

  boolean required() default true;
}
