-- The database of a data folder. The number identifies the schema: raise it with every change.
PRAGMA user_version = 613;

CREATE TABLE attempts (
  id INTEGER PRIMARY KEY,
  delivery_id INTEGER NOT NULL REFERENCES deliveries (id),
  url TEXT NOT NULL,
  round INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  request_headers TEXT NOT NULL,
  response_status INTEGER,
  response_headers TEXT,
  response_body BLOB,
  response_bytes INTEGER NOT NULL,
  response_truncated INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  timings TEXT NOT NULL,
  window_round INTEGER NOT NULL,
  code TEXT,
  params TEXT
) STRICT;
CREATE INDEX attempts_of_delivery ON attempts (delivery_id);

CREATE TABLE batch_requests (
  id INTEGER PRIMARY KEY,
  request TEXT NOT NULL,
  rejected_count INTEGER NOT NULL
) STRICT;

CREATE TABLE bodies (
  id INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL
) STRICT;

CREATE TABLE certificate_authorities (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  pem TEXT NOT NULL,
  subject TEXT NOT NULL,
  fingerprint TEXT NOT NULL UNIQUE,
  valid_to INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE computations (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  class TEXT NOT NULL,
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  source_id TEXT NOT NULL REFERENCES sources (id),
  integrations TEXT NOT NULL,
  every_minutes INTEGER,
  next_sync_at INTEGER,
  user_count INTEGER NOT NULL,
  sync_count INTEGER NOT NULL,
  replacement_count INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX computations_by_key ON computations (key) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX computations_by_name ON computations (class, name) WHERE deleted_at IS NULL;

CREATE TABLE connections (
  destination_id TEXT NOT NULL REFERENCES destinations (id),
  source_id TEXT NOT NULL REFERENCES sources (id),
  PRIMARY KEY (destination_id, source_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE counters (
  name TEXT NOT NULL,
  scope TEXT NOT NULL DEFAULT '',
  hour_at INTEGER NOT NULL DEFAULT 0,
  value INTEGER NOT NULL,
  PRIMARY KEY (name, scope, hour_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE deleted_row_numbers (
  table_name TEXT PRIMARY KEY,
  newest INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE deletion_notices (
  deletion_row INTEGER NOT NULL REFERENCES deletions (row),
  user_id TEXT NOT NULL,
  message_row_id INTEGER NOT NULL REFERENCES messages (id),
  PRIMARY KEY (deletion_row, user_id, message_row_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX deletion_notices_of_message ON deletion_notices (message_row_id);

CREATE TABLE deletion_users (
  deletion_row INTEGER NOT NULL REFERENCES deletions (row),
  user_id TEXT NOT NULL,
  cancelled INTEGER NOT NULL,
  forwarded_at INTEGER,
  past_notices INTEGER NOT NULL DEFAULT 0,
  past_deliveries INTEGER NOT NULL DEFAULT 0,
  past_delivered INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (deletion_row, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX deletion_users_waiting ON deletion_users (deletion_row, user_id)
  WHERE forwarded_at IS NULL;
CREATE INDEX deletions_of_user ON deletion_users (user_id);

CREATE TABLE deletions (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_count INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  job_id INTEGER REFERENCES jobs (id)
) STRICT;

CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY,
  message_row_id INTEGER NOT NULL REFERENCES messages (id),
  destination_id TEXT NOT NULL REFERENCES destinations (id),
  state TEXT NOT NULL,
  sending INTEGER NOT NULL,
  reason TEXT,
  body_id INTEGER,
  body_bytes INTEGER NOT NULL,
  webhooks TEXT NOT NULL,
  round INTEGER NOT NULL,
  window_rounds INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  last_status INTEGER,
  last_code TEXT,
  number_precision INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  first_attempt_at INTEGER,
  next_attempt_at INTEGER,
  origin TEXT,
  origin_id TEXT,
  cancelled_by TEXT
) STRICT;
CREATE INDEX deliveries_by_code ON deliveries (destination_id, state, last_code)
  WHERE last_code IS NOT NULL;
CREATE INDEX deliveries_by_code_and_status
  ON deliveries (destination_id, state, last_code, last_status)
  WHERE last_code IS NOT NULL AND last_status IS NOT NULL;
CREATE INDEX deliveries_by_destination ON deliveries (destination_id, state);
CREATE INDEX deliveries_by_state ON deliveries (state);
CREATE INDEX deliveries_due ON deliveries (destination_id, next_attempt_at)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX deliveries_of_message ON deliveries (message_row_id);
CREATE INDEX deliveries_of_origin ON deliveries (origin) WHERE origin IS NOT NULL;
CREATE INDEX deliveries_of_origin_id ON deliveries (origin, origin_id)
  WHERE origin_id IS NOT NULL;
CREATE INDEX deliveries_without_code ON deliveries (destination_id, state)
  WHERE last_code IS NULL AND state IN ('refused', 'gave_up', 'blocked');

CREATE TABLE destinations (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  settings TEXT NOT NULL,
  secrets TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
CREATE INDEX destinations_by_name ON destinations (name) WHERE deleted_at IS NULL;

CREATE TABLE edited_during_sync (
  sync_id INTEGER NOT NULL REFERENCES syncs (id),
  user_id TEXT NOT NULL,
  value TEXT NOT NULL,
  present INTEGER NOT NULL,
  pending_change INTEGER NOT NULL,
  PRIMARY KEY (sync_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE header_templates (
  id INTEGER PRIMARY KEY,
  lines TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE jobs (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  params TEXT NOT NULL,
  cursor TEXT NOT NULL,
  total_count INTEGER,
  done_count INTEGER NOT NULL,
  skipped TEXT NOT NULL,
  counts TEXT NOT NULL,
  per_second REAL,
  error TEXT,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER
) STRICT;
CREATE INDEX jobs_of_kind ON jobs (kind, id);
CREATE INDEX jobs_open ON jobs (id) WHERE state IN ('planned', 'running');

-- Apart from the rows of jobs, which each step reads and writes: these lists are long.
CREATE TABLE job_urls (
  job_id INTEGER PRIMARY KEY REFERENCES jobs (id),
  urls TEXT NOT NULL
) STRICT;

CREATE TABLE members (
  computation_row INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  value TEXT NOT NULL,
  present INTEGER NOT NULL,
  last_synced TEXT,
  replacement INTEGER,
  PRIMARY KEY (computation_row, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_pending ON members (computation_row, present, user_id)
  WHERE value IS NOT last_synced;

CREATE TABLE messages (
  id INTEGER PRIMARY KEY,
  message_id TEXT NOT NULL,
  source_id TEXT NOT NULL REFERENCES sources (id),
  type TEXT NOT NULL,
  label TEXT NOT NULL,
  user_id TEXT,
  anonymous_id TEXT,
  timestamp TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  delivery_count INTEGER NOT NULL,
  request TEXT NOT NULL,
  received TEXT NOT NULL,
  normalized TEXT NOT NULL,
  request_id INTEGER REFERENCES batch_requests (id),
  batch_index INTEGER,
  origin TEXT,
  origin_id TEXT
) STRICT;
CREATE UNIQUE INDEX messages_by_message_id ON messages (source_id, message_id)
  WHERE outcome <> 'duplicate';
CREATE INDEX messages_of_request ON messages (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX messages_without_deliveries ON messages (id) WHERE outcome <> 'routed';

CREATE TABLE mock_requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  mock_id TEXT NOT NULL REFERENCES mocks (id),
  received_at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  method TEXT,
  path TEXT,
  body_bytes INTEGER NOT NULL,
  signature TEXT,
  status INTEGER,
  fault TEXT NOT NULL,
  cause TEXT,
  kept_bytes INTEGER NOT NULL,
  headers TEXT NOT NULL,
  response TEXT,
  connection TEXT NOT NULL,
  body BLOB NOT NULL,
  forwarded TEXT,
  delivery_id INTEGER
) STRICT;
CREATE INDEX mock_requests_of_delivery ON mock_requests (delivery_id)
  WHERE delivery_id IS NOT NULL;
CREATE INDEX mock_requests_of_mock ON mock_requests (mock_id);

CREATE TABLE mocks (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  settings TEXT NOT NULL,
  secrets TEXT NOT NULL,
  port INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
CREATE INDEX mocks_by_name ON mocks (name) WHERE deleted_at IS NULL;

CREATE TABLE rejected (
  id INTEGER PRIMARY KEY,
  received_at INTEGER NOT NULL,
  source_id TEXT REFERENCES sources (id),
  authenticated INTEGER NOT NULL,
  type TEXT,
  status INTEGER NOT NULL,
  code TEXT NOT NULL,
  problem TEXT NOT NULL,
  request TEXT NOT NULL,
  request_id INTEGER REFERENCES batch_requests (id),
  batch_index INTEGER,
  head_bytes INTEGER,
  body BLOB NOT NULL,
  body_bytes INTEGER NOT NULL,
  kept_bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX rejected_by_authentication ON rejected (authenticated);
CREATE INDEX rejected_of_request ON rejected (request_id) WHERE request_id IS NOT NULL;

CREATE TABLE copies (
  id INTEGER PRIMARY KEY,
  delivery_id INTEGER REFERENCES deliveries (id),
  state TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  url TEXT NOT NULL,
  request_headers TEXT NOT NULL,
  body BLOB NOT NULL,
  signing TEXT NOT NULL,
  signature_fit TEXT NOT NULL,
  expected_signature TEXT,
  secret_origin TEXT NOT NULL,
  response_status INTEGER,
  response_headers TEXT,
  response_body BLOB,
  response_bytes INTEGER,
  response_truncated INTEGER,
  code TEXT,
  timings TEXT,
  params TEXT,
  method TEXT NOT NULL DEFAULT 'POST',
  mock_id TEXT,
  mock_name TEXT,
  mock_request_id INTEGER,
  CHECK ((delivery_id IS NULL) <> (mock_id IS NULL))
) STRICT;
CREATE INDEX copies_of_delivery ON copies (delivery_id);
CREATE INDEX copies_sending ON copies (state) WHERE state = 'sending';

CREATE TABLE retention_marks (
  at INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL,
  delivery_id INTEGER NOT NULL,
  attempt_id INTEGER NOT NULL,
  rejected_id INTEGER NOT NULL,
  copy_id INTEGER NOT NULL,
  mock_request_id INTEGER NOT NULL
) STRICT;

CREATE TABLE saved_filters (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  filter TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sources (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  settings TEXT NOT NULL,
  secrets TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
CREATE INDEX sources_by_name ON sources (name) WHERE deleted_at IS NULL;
CREATE INDEX sources_by_write_key ON sources (settings ->> 'writeKey') WHERE deleted_at IS NULL;

CREATE TABLE staged_members (
  computation_row INTEGER NOT NULL,
  replacement INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (computation_row, replacement, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE syncs (
  id INTEGER PRIMARY KEY,
  computation_row INTEGER NOT NULL REFERENCES computations (row),
  number INTEGER NOT NULL,
  cause TEXT NOT NULL,
  user_count INTEGER NOT NULL,
  additions INTEGER NOT NULL,
  removals INTEGER NOT NULL,
  is_full INTEGER NOT NULL DEFAULT 0,
  job_id INTEGER REFERENCES jobs (id)
) STRICT;
CREATE INDEX syncs_of_computation ON syncs (computation_row);

-- Counters that are read before the first event is counted.
INSERT INTO counters (name, scope, value) VALUES
  ('accepted', '', 0),
  ('blocked', '', 0),
  ('cancelled', '', 0),
  ('copies_kept', '', 0),
  ('delivered', '', 0),
  ('duplicates', '', 0),
  ('excluded', '', 0),
  ('filtered', '', 0),
  ('gave_up', '', 0),
  ('paused', '', 0),
  ('payload_required', '', 0),
  ('refused', '', 0),
  ('rejected', '', 0),
  ('rejected_kept', 'authenticated', 0),
  ('rejected_kept', 'unauthenticated', 0),
  ('rejected_kept_bytes', 'authenticated', 0),
  ('rejected_kept_bytes', 'unauthenticated', 0),
  ('routed', '', 0),
  ('unrouted', '', 0),
  ('waiting', '', 0);
