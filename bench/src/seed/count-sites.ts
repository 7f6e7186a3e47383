/** SQL that adds the counts of cameras up for sites and for the slots of companies. */
export const COUNT_SITES = `
  insert into alarm_quarter
    select company_id, g.site_id, quarter, g.slot, sum(received), sum(passed), sum(filtered), sum(unverified), sum(outside),
      sum(true_passed), sum(true_filtered), sum(true_unverified), sum(false_passed), sum(false_filtered), sum(false_unverified), 1
    from view_quarter c cross join lateral (values
      (c.site_id, 0::smallint), ('00000000-0000-0000-0000-000000000000'::uuid, app.slot_of(c.site_id))) g (site_id, slot)
    group by company_id, g.site_id, quarter, g.slot order by quarter`
