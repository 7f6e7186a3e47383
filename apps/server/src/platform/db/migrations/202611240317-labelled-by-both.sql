-- Alarms that both an operator and a supervisor have labelled: few among many, so that comparing the labels reads few rows.
create index alarm_labelled_by_both on alarm (company_id, id) include (site_id, is_test, sup_ground_truth, cus_ground_truth)
  where sup_ground_truth is not null and cus_ground_truth is not null;
