-- Whether it was found out by what way a browser may be given the picture. False for what was stored before anyone asked: such a
-- picture is judged when it is first shown.
alter table frame add column judged boolean not null default false;
-- Why there is no picture to show, as a code of the analysis' problems.
alter table frame add column problem text;
