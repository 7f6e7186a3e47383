-- Messages of Immix senders by camera. Without it, the list of a camera with none reads all its other messages.
create index signal_immix_view on signal (view_id, id) where vendor = 'immix';
