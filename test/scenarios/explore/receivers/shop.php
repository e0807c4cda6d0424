<?php
// A shop with the bug named by BUG, or "none". Its state is in the file STATE. PHP_CLI_SERVER_WORKERS lets requests run
// at the same time.

const EMPTY_SHOP = [
    'ids' => [], 'last' => [], 'users' => [], 'deleted' => [], 'orders' => [], 'requests' => 0, 'inProgress' => [],
];

$bug = getenv('BUG');

/** Runs $change with the shop while no other request does, and stores what it leaves. No crash leaves a part of it. */
function transaction(callable $change): mixed
{
    global $bug;
    $path = getenv('STATE');
    $lock = fopen("$path.lock", 'c');
    flock($lock, LOCK_EX);
    $shop = is_file($path) ? json_decode(file_get_contents($path), true) : EMPTY_SHOP;
    // What the processes of one start share is lost when they end.
    $start = posix_getpgid(0);
    if ($bug === 'memory_ids' && ($shop['start'] ?? $start) !== $start) $shop['ids'] = [];
    $shop['start'] = $start;
    $result = $change($shop);
    file_put_contents("$path.new", json_encode($shop));
    rename("$path.new", $path);
    fclose($lock);
    return $result;
}

function apply(array &$shop, array $message): bool
{
    global $bug;
    $userId = $message['userId'];
    $user = $shop['users'][$userId] ?? null;
    if ($message['type'] === 'delete') {
        if ($user === null && $bug === 'unknown_deletion') return true;
        unset($shop['users'][$userId]);
        if ($bug !== 'recreates_user') $shop['deleted'][$userId] = true;
    } elseif (isset($shop['deleted'][$userId])) {
        return true;
    } elseif ($message['type'] === 'identify') {
        if ($user === null || $user['timestamp'] <= $message['timestamp'] || $bug === 'last_write_wins')
            $shop['users'][$userId] = $message;
    } else {
        if ($user !== null || $bug === 'partial_failure') $shop['orders'][] = $message['messageId'];
        return $user !== null;
    }
    return true;
}

function isKnown(array $shop, array $message, string $now): bool
{
    global $bug;
    $id = $message['messageId'] ?? '';
    $at = $shop['ids'][$id] ?? null;
    if ($bug === 'one_event' && ($message['event'] ?? '') === 'Refunded') return false;
    if ($bug === 'last_of_user') return ($shop['last'][$message['userId']] ?? null) === $id;
    if ($bug === 'attempt_ids') return $at === $now;
    return $at !== null && !($bug === 'ids_for_an_hour' && strtotime($now) - strtotime($at) > 3_600);
}

function act(array &$shop, array $message, string $now): int
{
    global $bug;
    $id = $message['messageId'] ?? null;
    if (!apply($shop, $message)) {
        // Each try sends a confirmation first.
        if ($bug === 'retry_storm') array_push($shop['orders'], ...array_fill(0, 5, $id));
        return 503;
    }
    if ($id === null) return 200;
    unset($shop['ids'][$id]);
    $shop['ids'][$id] = $now;
    $shop['last'][$message['userId']] = $id;
    if ($bug === 'last_ids') $shop['ids'] = array_slice($shop['ids'], -3);
    return 200;
}

function receive(array $message, string $now): int
{
    global $bug;
    $id = $message['messageId'] ?? '';
    $isSlow = false;
    $isCopy = false;
    $status = transaction(function (array &$shop) use ($bug, $message, $now, $id, &$isSlow, &$isCopy): int {
        $isOrder = $message['type'] === 'track';
        if ($isOrder) $shop['requests'] += 1;
        // A unique index rejects the ID.
        if (isKnown($shop, $message, $now)) return $bug === 'conflict_500' ? 500 : 200;
        $isSlow = $isOrder && in_array($bug, ['check_then_act', 'late_copies'], true);
        if (!$isSlow) return act($shop, $message, $now);
        $isCopy = isset($shop['inProgress'][$id]);
        $shop['inProgress'][$id] = true;
        return 200;
    });
    if (!$isSlow) return $status;
    usleep($bug === 'late_copies' && $isCopy ? 5_500_000 : 200_000);
    return transaction(function (array &$shop) use ($message, $now, $id): int {
        unset($shop['inProgress'][$id]);
        return act($shop, $message, $now);
    });
}

function respondToWebhook(string $body): void
{
    global $bug;
    $isSigned = hash_equals(hash_hmac('sha1', $body, 'secret'), $_SERVER['HTTP_X_SIGNATURE'] ?? '');
    if (!$isSigned && $bug !== 'signature_last') {
        http_response_code(401);
        return;
    }
    $message = json_decode($body, true);
    $isOrder = $message['type'] === 'track' &&
        transaction(fn(array &$shop): bool => isset($shop['users'][$message['userId']]));
    if ($bug === 'responds_first' && $isOrder) {
        header('Content-Length: 0');
        flush();
        usleep(300_000);
    }
    $status = receive($message, $_SERVER['HTTP_HOOKWRIGHT_TIME']);
    if (!headers_sent()) http_response_code($isSigned ? $status : 401);
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/test/reset') {
    transaction(function (array &$shop): void {
        $shop = EMPTY_SHOP;
    });
} elseif ($path === '/test/state') {
    echo transaction(function (array &$shop) use ($bug): string {
        $sold = $bug === 'counter' ? $shop['requests'] : count(array_unique($shop['orders']));
        return json_encode(['sold' => $sold]);
    });
} elseif ($path === '/test/processed') {
    echo transaction(function (array &$shop): int {
        $users = array_column($shop['users'], 'messageId');
        return count(array_keys([...$shop['orders'], ...$users], $_GET['id'], true));
    });
} else {
    respondToWebhook(file_get_contents('php://input'));
}
