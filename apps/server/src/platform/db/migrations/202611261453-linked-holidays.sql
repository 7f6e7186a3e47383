-- Schedules that are linked to the holidays of a region hold where these come from, and the lists that are kept, as `holidays`; the days that
-- follow from them as `linked`. Lists of later years are made once a day, so what is linked must be found without reading all rows.
create index schedule_template_holidays on schedule_template (id) where content ? 'holidays';
create index site_holidays on site (id) where own_schedule ? 'holidays';
create index view_holidays on view (id) where own_schedule ? 'holidays';
