-- Messages that a station fetches are found by their number.
create index delivery_number on delivery (receiver_id, sequence) where sequence is not null;
