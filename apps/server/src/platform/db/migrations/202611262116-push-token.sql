-- Devices that push events have a token of their own. The token of the mail address stands in every mail of the camera, also in those that
-- are relayed to stations, so whoever reads such a mail could push events, even at a site whose mails need a login.
alter table view add column push_token text not null default replace(gen_random_uuid()::text, '-', '');
create unique index view_push_token on view (push_token);
