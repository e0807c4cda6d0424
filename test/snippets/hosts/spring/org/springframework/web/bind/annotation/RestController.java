package org.springframework.web.bind.annotation;

public @interface RestController {
}
