-- Messages that are on their way just now: few, and counted by receiver with every look into the outbox.
create index delivery_leased on delivery (receiver_id, lease_until) where state = 'pending' and lease_until is not null;
