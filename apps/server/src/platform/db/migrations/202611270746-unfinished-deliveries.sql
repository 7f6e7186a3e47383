-- The messages to a receiver that wait or were given up, in the order of its list. Without it, they are looked for among the millions that it got.
create index delivery_unfinished on delivery (receiver_id, id) where state <> 'delivered';
