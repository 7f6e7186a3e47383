-- Messages of Immix senders, by which their footage is listed.
create index signal_immix on signal (site_id, id) where vendor = 'immix';
