-- When a message's next attempt was planned. A pause may be days long where a receiver asks for it, so only this tells one that was planned
-- before the clock was set back; null: when the message was made.
alter table delivery add column planned_at timestamptz;
