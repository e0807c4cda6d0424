<?php
// Signature bugs as they are made in PHP. Reads the task, writes {cause@secret#variant: [digest or null]}.
$task = json_decode(stream_get_contents(STDIN), true);
['secrets' => $secrets, 'url' => $url, 'path' => $path, 'query' => $query, 'seconds' => $seconds] = $task;
$sign = fn($data, $key = null, $hash = 'sha1') => hash_hmac($hash, $data, $key ?? $secrets['plain']);

function precise(int $digits, callable $write): string
{
    ini_set('serialize_precision', (string) $digits);
    $text = $write();
    ini_set('serialize_precision', '-1');
    return $text;
}

$S = JSON_UNESCAPED_SLASHES;
$U = JSON_UNESCAPED_UNICODE;
$P = JSON_PRETTY_PRINT;
$hex = JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS | JSON_HEX_QUOT;
$bugs = [];
foreach (['' => false, '_assoc' => true] as $a => $assoc)
    foreach (['' => 0, '_pretty' => $P] as $p => $pretty)
        foreach (['' => 0, '_unescaped' => $S | $U, '_unescaped_slashes' => $S, '_unescaped_unicode' => $U] as $e => $flags) {
            $bugs["json_php$a$p$e"] = fn($raw) => json_encode(json_decode($raw, $assoc), $pretty | $flags);
            $bugs["json_php$a$p{$e}_precision_17|json_php$a$p$e"] = fn($raw) => precise(17, fn() => json_encode(json_decode($raw, $assoc), $pretty | $flags));
            $bugs["json_php$a$p{$e}_force_object|json_php$p$e"] = fn($raw) => json_encode(json_decode($raw, $assoc), $pretty | $flags | JSON_FORCE_OBJECT);
        }
foreach (['' => false, '_assoc' => true] as $a => $assoc)
    foreach (['_all' => $hex, '_tag' => JSON_HEX_TAG, '_amp' => JSON_HEX_AMP, '_apos' => JSON_HEX_APOS, '_quot' => JSON_HEX_QUOT, '_tag_amp' => JSON_HEX_TAG | JSON_HEX_AMP] as $h => $flags)
        foreach (['' => 0, '_unescaped' => $S | $U] as $e => $more)
            $bugs["json_php$a{$e}_hex$h|json_php$a$e|json_php{$a}{$e}_hex_*"] = fn($raw) => json_encode(json_decode($raw, $assoc), $flags | $more);
$bugs += [
    'json_php_twice' => fn($raw) => json_encode($raw),
    'json_php_twice_unescaped' => fn($raw) => json_encode($raw, $S | $U),
    'json_php_twice#rewritten' => fn($raw) => json_encode(json_encode(json_decode($raw))),
    'json_php_twice#assoc' => fn($raw) => json_encode(json_encode(json_decode($raw, true))),
    'json_php_fields|json_fields_reordered' => function ($raw) {
        $all = json_decode($raw, true);
        return json_encode(array_intersect_key(['userId' => $all['userId'] ?? null, 'type' => $all['type'] ?? null, 'timestamp' => $all['timestamp'] ?? null], $all));
    },
    'body_array' => fn($raw) => 'Array',
    'body_empty' => fn($raw) => '',
    'body_newline' => fn($raw) => $raw . PHP_EOL,
    'body_backslashes' => fn($raw) => addslashes($raw),
    'body_html_escaped' => fn($raw) => htmlspecialchars($raw),
    'body_with_url' => fn($raw) => $url . $raw,
    'body_with_path' => fn($raw) => $path . $raw,
    'body_with_path#query' => fn($raw) => $path . $query . $raw,
    'body_with_method' => fn($raw) => 'POST' . $url . $raw,
    'body_timestamp_dot' => fn($raw) => '.' . $raw,
    'body_timestamp_dot#now' => fn($raw) => "$seconds.$raw",
    'body_timestamp_versioned' => fn($raw) => "v0::$raw",
    'body_truncated' => fn($raw) => substr($raw, 0, 128),
    'body_truncated#1024' => fn($raw) => strlen($raw) > 1024 ? substr($raw, 0, 1024) : null,
    'body_last_chunk' => fn($raw) => array_slice(str_split($raw, 100), -1)[0],
    'body_zero_padded' => fn($raw) => str_pad($raw, 8192, "\0"),
    'body_gzip' => fn($raw) => gzencode($raw),
    'body_gzip#9' => fn($raw) => gzencode($raw, 9),
    'body_deflate' => fn($raw) => gzcompress($raw),
    'body_deflate_raw' => fn($raw) => gzdeflate($raw),
    'body_url_encoded' => fn($raw) => rawurlencode($raw),
    'body_form_encoded' => fn($raw) => urlencode($raw),
];
$digests = [
    'secret_prefix_stripped_decoded@whsec' => fn($raw) => $sign($raw, base64_decode(substr($secrets['whsec'], 6))),
    'secret_base64_decoded@base64' => fn($raw) => $sign($raw, base64_decode($secrets['base64'])),
    'secret_base64_decoded@odd' => fn($raw) => $sign($raw, base64_decode($secrets['odd'])),
    'secret_hex_decoded@hex' => fn($raw) => $sign($raw, hex2bin($secrets['hex'])),
    'secret_empty' => fn($raw) => $sign($raw, ''),
    'digest_sha256' => fn($raw) => $sign($raw, null, 'sha256'),
    'digest_without_key' => fn($raw) => sha1($raw),
    'digest_secret_before_body' => fn($raw) => sha1($secrets['plain'] . $raw),
    'format_base64' => fn($raw) => base64_encode(hash_hmac('sha1', $raw, $secrets['plain'], true)),
    'format_base64_of_hex' => fn($raw) => base64_encode($sign($raw)),
    'format_upper_case' => fn($raw) => strtoupper($sign($raw)),
];
$out = [];
foreach ($bugs as $name => $bug)
    $out[$name] = array_map(fn($raw) => ($data = $bug($raw)) === null ? null : $sign($data), $task['bodies']);
foreach ($digests as $name => $bug)
    $out[$name] = array_map($bug, $task['bodies']);
echo json_encode($out);
