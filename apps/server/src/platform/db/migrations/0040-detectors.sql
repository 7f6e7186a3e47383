-- Detectors (packs) of the installation. They belong to no company. Their files lie in the media store, so that every machine that analyses
-- has them from there.
create table detector (
  id text primary key,
  manifest jsonb not null,
  media_key text not null,
  bytes bigint not null,
  -- Whether alarms are judged with it; the others are at hand for comparing, or were replaced.
  in_use boolean not null,
  -- How its trial went; nothing for those that the command added.
  look_ms real,
  memory_bytes bigint,
  added_by text not null,
  added_at timestamptz not null,
  used_since timestamptz
);
create index detector_media_key on detector (media_key);

-- What each process that analyses has read. Told every few seconds by the database's clock; a row that is silent counts no more.
create table detector_machine (
  pool_id text primary key,
  host text not null,
  -- [{id, sha256}]: at work; null while it starts.
  packs jsonb,
  has_builtin boolean not null,
  -- [{id, problem}]
  problems jsonb not null,
  told_at timestamptz not null default now()
);

-- What somebody asked for that takes a while: one at a time in the whole installation.
create table detector_task (
  id uuid primary key,
  kind text not null check (kind in ('add', 'add-files', 'check', 'compare')),
  subject text not null,
  asked jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  step text,
  pack text,
  done bigint not null default 0,
  total bigint,
  problem text,
  result jsonb,
  company_id uuid not null,
  user_id uuid,
  user_name text not null,
  address text,
  created_at timestamptz not null,
  finished_at timestamptz
);
create unique index detector_task_one on detector_task ((true)) where state in ('waiting', 'running');
