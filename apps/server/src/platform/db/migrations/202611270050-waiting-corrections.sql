-- Corrections that wait: what they correct is sent as early as they are.
create index delivery_corrections on delivery (receiver_id, next_at, id) where state = 'pending' and type = 'alarm.corrected';
