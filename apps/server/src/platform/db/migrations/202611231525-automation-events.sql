-- The last state of a site's automation is asked for by the websocket. There are few such events among many of alarms.
create index live_event_automation on live_event (company_id, id)
  where type in ('automation.site', 'automation.progress');
