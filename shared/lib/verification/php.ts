import type { VerificationSnippet } from './snippet.ts';

export const phpSnippets: readonly VerificationSnippet[] = [
  {
    id: 'php',
    title: 'PHP',
    language: 'php',
    file: 'webhook.php',
    install: null,
    code: (variable) => `<?php

declare(strict_types=1);

$secret = getenv('${variable}');
if ($secret === false || $secret === '') {
    http_response_code(500);
    error_log('${variable} is not set.');
    exit;
}

// The raw bytes, not json_encode of the decoded body.
$rawBody = file_get_contents('php://input');
$digest = hash_hmac('sha1', $rawBody, $secret);
if (!hash_equals($digest, $_SERVER['HTTP_X_SIGNATURE'] ?? '')) {
    http_response_code(401);
    exit;
}

$event = json_decode($rawBody, true, 512, JSON_THROW_ON_ERROR);
error_log($event['type']);
http_response_code(200);
`,
  },
];
