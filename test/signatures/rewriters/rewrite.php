<?php
// Reads a JSON list of bodies, writes {code: [text, ...]}: what PHP hashes after parsing.
$bodies = json_decode(stream_get_contents(STDIN), true);
$slashes = JSON_UNESCAPED_SLASHES;
$unicode = JSON_UNESCAPED_UNICODE;
$ways = [
    'json_php' => [0, false],
    'json_php_assoc' => [0, true],
    'json_php_unescaped_slashes' => [$slashes, false],
    'json_php_unescaped_unicode' => [$unicode, false],
    'json_php_unescaped' => [$slashes | $unicode, false],
    'json_php_assoc_unescaped' => [$slashes | $unicode, true],
    'json_php_assoc_unescaped_slashes' => [$slashes, true],
    'json_php_assoc_unescaped_unicode' => [$unicode, true],
    'json_php_pretty' => [JSON_PRETTY_PRINT, false],
    'json_php_pretty_unescaped' => [JSON_PRETTY_PRINT | $slashes | $unicode, false],
];
$texts = [];
foreach ($ways as $code => [$flags, $assoc]) {
    foreach ($bodies as $body) {
        $texts[$code][] = json_encode(json_decode($body, $assoc), $flags);
    }
}
echo json_encode($texts);
