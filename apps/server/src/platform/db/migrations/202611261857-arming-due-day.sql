-- The date of the site whose time was judged last. A site that is moved to another time zone is not judged twice on one date.
alter table arming_due add column judged_day date;

-- Schedules with linked holidays: Home looks at them each time for lists that are missing.
create index site_linked on site (company_id) where own_schedule ? 'holidays';
create index view_linked on view (company_id) where own_schedule ? 'holidays';
