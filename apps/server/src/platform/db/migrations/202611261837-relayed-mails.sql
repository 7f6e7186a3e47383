-- The mails of the camera that a message relays: ids of signals. Null for kinds that relay none.
alter table delivery add column mails uuid[];
