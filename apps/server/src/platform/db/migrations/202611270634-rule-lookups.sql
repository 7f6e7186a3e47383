-- Home asks which schedules and lists the rules of a company name, without reading all rules.
drop index advanced_rule_schedule;
create index advanced_rule_schedule on advanced_rule (company_id, schedule_id) where schedule_id is not null;
drop index advanced_rule_list;
create index advanced_rule_list on advanced_rule (company_id, list_id) where list_id is not null;
