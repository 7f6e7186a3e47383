-- Whether receivers were told that it began. One of which nothing was told yet ends without a message.
alter table camera_condition add column is_told boolean not null default true;
