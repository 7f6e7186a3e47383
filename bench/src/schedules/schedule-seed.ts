import { companyOf, type Scenario } from '@winnow/server/src/commands/seed/write-scenario.ts'
import type { Seed } from '../seed/bench-database.ts'
import { treeSeed } from '../seed/tree-seed.ts'

const TEMPLATES = 200
/** Zones with the same time, so that all windows open at the same instant. */
const ZONES = ['Europe/Berlin', 'Europe/Paris', 'Europe/Rome', 'Europe/Madrid'] as const

/** SQL for windows from 18:00 on every day, that end in the morning of the next, at a minute by `n`. Every third weekend is open. */
const windows = (
  n: string,
): string => `jsonb_build_object('special', '[]'::jsonb, 'days', '[["2026-12-24", "2026-12-26", "Christmas"]]'::jsonb,
  'weekly', (select jsonb_agg(jsonb_build_array(d, 1080, case when d in (0, 6) and ${n} % 3 = 0 then 1079 else 240 + ${n} % 240 end)
    order by d) from generate_series(0, 6) d))`

/**
 * The company of the bench of the tree, with schedules: of ten sites, six follow one of 200 templates, three have windows of their own, and one
 * is armed and disarmed. Of 20 cameras, one follows a template of its own. All windows open at 18:00.
 */
export function scheduleSeed(scenario: Scenario): Seed {
  const tree = treeSeed(scenario)
  const company = companyOf(scenario)
  return {
    name: `schedules-${scenario.name}`,
    version: `${tree.version} 1`,
    async write(client, say, db) {
      await tree.write(client, say, db)
      await client.query(`
        insert into schedule_template (id, company_id, name, content, changed_at, changed_by)
          select gen_random_uuid(), '${company}', 'Nights ' || n, ${windows('n')}, now(), 'Bench' from generate_series(1, ${TEMPLATES}) n;
        create temp table template as select id, row_number() over (order by name) - 1 as n from schedule_template;
        create temp table place as select id, row_number() over (order by id) as n from site where company_id = '${company}';
        update site set timezone = (array['${ZONES.join("', '")}'])[1 + place.n % ${ZONES.length}],
            schedule_device_type = case when place.n % 10 = 9 then 2 else 1 end, schedule_id = case when place.n % 10 < 6 then template.id end,
            own_schedule = case when place.n % 10 between 6 and 8 then ${windows('place.n')} end,
            arm_state = case when place.n % 20 = 9 then 'disarmed' when place.n % 20 = 19 then 'armed' end, arm_changed_at = case when place.n % 10 = 9 then now() end,
            arm_ends_at = case when place.n % 20 = 9 then now() + interval '12 hours' end
          from place join template on template.n = place.n % ${TEMPLATES} where place.id = site.id;
        update view set schedule_id = template.id from (select id, row_number() over (order by id) as n from view where company_id = '${company}') c
          join template on template.n = c.n % ${TEMPLATES} where c.id = view.id and c.n % 20 = 0`)
      say('schedules')
      await client.query('vacuum (full, analyze, skip_database_stats) site, view')
      await client.query('vacuum (analyze, skip_database_stats) schedule_template, site, view')
    },
  }
}
