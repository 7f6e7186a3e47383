-- The date of the site whose time was judged last. A site that is moved to another time zone is not judged twice on one date.
alter table arming_due add column judged_day date;
