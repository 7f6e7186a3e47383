-- Kinds of receivers that count their messages: the last number, and what is remembered from one attempt to the next. Both survive a restart.
alter table receiver add column sequence integer not null default 0;
alter table receiver add column session jsonb not null default '{}';
-- A message keeps its number over all attempts, so that its receiver recognises a repetition.
alter table delivery add column sequence integer;
-- Supervision: when the receiver is asked for its next sign of life, and since when and why it has given none.
alter table receiver add column heartbeat_at timestamptz;
alter table receiver add column silent_since timestamptz;
alter table receiver add column silent_error text;
