-- What the company said of an alarm when a supervisor labelled it for the first time, null if nothing. Neither knew the other's label, so this pair
-- tells how well they agree; a label that was given after a look at the other one does not. Of older labels it is not known.
alter table quality_sample add column company_truth boolean;
create index quality_sample_pairs on quality_sample (company_id, alarm_id, labelled_at) include (ground_truth, company_truth)
  where company_truth is not null and ground_truth is not null;
