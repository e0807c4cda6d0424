<?php
// Prints the kinds of tokens of each file.
foreach (array_slice($argv, 1) as $file) {
    $kinds = array_map(fn ($token) => is_array($token) ? token_name($token[0]) : $token, token_get_all(file_get_contents($file), TOKEN_PARSE));
    echo json_encode($kinds), "\n";
}
