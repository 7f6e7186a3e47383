import { sql } from 'kysely'

/**
 * SQL on tables `view` and `site`: the schedules of the camera's rules that have one, as `readStandingFacts` reads them. Null if no rule that
 * is switched on has one. A schedule that was deleted is left out: its rule is not ready.
 */
export const ruleTimesOfView = sql`(select jsonb_build_object(
    'zone', coalesce(site.timezone, (select c.default_site_timezone from company c where c.id = site.company_id)),
    'windows', jsonb_object_agg(r.id, t.content - 'holidays'))
  from advanced_rule r join schedule_template t on t.id = r.schedule_id and t.company_id = r.company_id
  where r.view_id = view.id and r.active and r.schedule_id is not null having count(*) > 0)`
