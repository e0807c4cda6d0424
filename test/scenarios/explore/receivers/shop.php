<?php
// A shop with the bug named by BUG, or "none". Its state is in the file STATE. Processing takes as long as a slow
// database. PHP_CLI_SERVER_WORKERS lets requests run at the same time.

const EMPTY_SHOP = ['ids' => [], 'last' => [], 'users' => [], 'deleted' => [], 'orders' => []];

$bug = getenv('BUG');

/** Runs $change with the shop while no other request does, and stores what it leaves. */
function transaction(callable $change): mixed
{
    $file = fopen(getenv('STATE'), 'c+');
    flock($file, LOCK_EX);
    $shop = json_decode(stream_get_contents($file), true) ?? EMPTY_SHOP;
    $result = $change($shop);
    rewind($file);
    ftruncate($file, 0);
    fwrite($file, json_encode($shop));
    fclose($file);
    return $result;
}

function apply(array &$shop, array $message): bool
{
    global $bug;
    $userId = $message['userId'];
    $user = $shop['users'][$userId] ?? null;
    if ($message['type'] === 'delete') {
        unset($shop['users'][$userId]);
        if ($bug !== 'recreates_user') $shop['deleted'][$userId] = true;
    } elseif (isset($shop['deleted'][$userId])) {
        return true;
    } elseif ($message['type'] === 'identify') {
        if ($user === null || $user['timestamp'] <= $message['timestamp']) $shop['users'][$userId] = $message;
    } else {
        if ($user !== null || $bug === 'partial_failure') $shop['orders'][] = $message['messageId'];
        return $user !== null;
    }
    return true;
}

function process(array &$shop, array $message): int
{
    usleep(60_000);
    if (!apply($shop, $message)) return 503;
    if (isset($message['messageId'])) {
        $shop['ids'][$message['messageId']] = true;
        $shop['last'][$message['userId']] = $message['messageId'];
    }
    return 200;
}

function receive(array $message): int
{
    global $bug;
    $isKnown = function (array &$shop) use ($bug, $message): bool {
        $id = $message['messageId'] ?? '';
        if ($bug === 'last_of_user') return ($shop['last'][$message['userId']] ?? null) === $id;
        return isset($shop['ids'][$id]);
    };
    // A unique index rejects the ID.
    $known = $bug === 'conflict_500' ? 500 : 200;
    return transaction(fn(array &$shop): int => $isKnown($shop) ? $known : process($shop, $message));
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/test/reset') {
    transaction(function (array &$shop): void {
        $shop = EMPTY_SHOP;
    });
} elseif ($path === '/test/processed') {
    echo transaction(function (array &$shop): int {
        $users = array_column($shop['users'], 'messageId');
        return count(array_keys([...$shop['orders'], ...$users], $_GET['id'], true));
    });
} else {
    http_response_code(receive(json_decode(file_get_contents('php://input'), true)));
}
