// The migration to counts by quarter hour takes over the counts by hour, and counts the alarms that are there.
import { randomBytes } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { prepareDatabase } from './prepare-database.ts'
import { withClient } from './with-client.ts'

const QUARTERS = 'alarm-quarters.sql'
const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const COMPANY = id(1)
/** Two sites with different slots, and a company without any alarm left. */
const [SITE, OTHER_SITE, QUIET] = [id(23), id(24), id(9)]
const NOTHING = '00000000-0000-0000-0000-000000000000'

it('the migration counts alarms by quarter hour once, and keeps the hours before them', async () => {
  const { superuserUrl, ownerUrl, runtimeUrl } = inject('testServer')
  const name = `test_${randomBytes(8).toString('hex')}`
  const at = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href
  await withClient(superuserUrl, (client) =>
    client.query(`create database ${name} owner ${new URL(ownerUrl).username}`),
  )
  try {
    const migrations = await readMigrations()
    const place = migrations.findIndex((migration) => migration.name.endsWith(QUARTERS))
    await prepareDatabase({
      ownerUrl: at(ownerUrl),
      runtimeUrl: at(runtimeUrl),
      migrations: migrations.slice(0, place),
    })
    let n = 0
    const alarm = (time: string, site: string, facts: string) =>
      `(overlay('${id(1000 + n++)}' placing left(app.uuid_from_time('2026-03-02T${time}Z')::text, 13) from 1 for 13)::uuid, '${COMPANY}',
        '${id(2)}', '${site}', '${id(50)}', '2026-03-02T${time}Z', '2026-03-02T${time}Z', 'http', '2026-03-02T${time}Z', ${facts})`
    const found = await withClient(at(superuserUrl), async (client) => {
      await client.query(`
        select app.ensure_partitions('2026-03-02');
        insert into company (id, name) values ('${COMPANY}', 'Company'), ('${QUIET}', 'Quiet');
        insert into alarm (id, company_id, project_id, site_id, view_id, received_at, last_signal_at, source, deadline_at,
          verdict, outside, is_test, ground_truth) values
          ${alarm('10:14:59', SITE, `'true', null, false, true`)},
          ${alarm('10:15:00', SITE, `'false', null, false, true`)},
          ${alarm('10:20:00', OTHER_SITE, `'unverified', null, false, false`)},
          ${alarm('10:25:00', SITE, `null, 'paused', false, null`)},
          ${alarm('10:25:00', SITE, `'true', null, true, true`)};
        insert into alarm_hour (company_id, site_id, hour, received, passed, filtered, unverified, outside) values
          ('${COMPANY}', '${NOTHING}', '2026-03-02T08:00Z', 9, 3, 4, 1, 1),
          ('${COMPANY}', '${SITE}', '2026-03-02T08:00Z', 9, 3, 4, 1, 1),
          -- The hour in which the oldest alarm was received is counted anew, not twice.
          ('${COMPANY}', '${NOTHING}', '2026-03-02T10:00Z', 5, 1, 1, 1, 1),
          ('${QUIET}', '${NOTHING}', '2026-03-02T10:00Z', 2, 0, 2, 0, 0)`)
      await migrate({ ownerUrl: at(ownerUrl), migrations: migrations.slice(0, place + 1) })
      const { rows } = await client.query({
        rowMode: 'array',
        text: `select right(company_id::text, 1), right(site_id::text, 2), slot, to_char(quarter at time zone 'UTC', 'HH24:MI'), received,
            passed, filtered, unverified, outside, true_passed, true_filtered, false_unverified
          from alarm_quarter order by 1, 2, 4, 3`,
      })
      const cameras = await client.query({
        rowMode: 'array',
        text: `select right(site_id::text, 2), to_char(quarter at time zone 'UTC', 'HH24:MI'), received from view_quarter order by 1, 2`,
      })
      const left = await client.query(`select to_regclass('alarm_hour') as hours, to_regclass('scope_hour') as scopes`)
      return { rows, cameras: cameras.rows, left: left.rows }
    })
    expect(found.rows).toEqual([
      ['1', '00', 0, '08:00', 9, 3, 4, 1, 1, 0, 0, 0],
      ['1', '00', 3, '10:00', 1, 1, 0, 0, 0, 1, 0, 0],
      ['1', '00', 3, '10:15', 2, 0, 1, 0, 1, 0, 1, 0],
      ['1', '00', 4, '10:15', 1, 0, 0, 1, 0, 0, 0, 1],
      ['1', '23', 0, '08:00', 9, 3, 4, 1, 1, 0, 0, 0],
      ['1', '23', 0, '10:00', 1, 1, 0, 0, 0, 1, 0, 0],
      ['1', '23', 0, '10:15', 2, 0, 1, 0, 1, 0, 1, 0],
      ['1', '24', 0, '10:15', 1, 0, 0, 1, 0, 0, 0, 1],
      ['9', '00', 0, '10:00', 2, 0, 2, 0, 0, 0, 0, 0],
    ])
    expect(found.cameras).toEqual([
      ['23', '10:00', 1],
      ['23', '10:15', 2],
      ['24', '10:15', 1],
    ])
    expect(found.left).toEqual([{ hours: null, scopes: null }])
  } finally {
    await withClient(superuserUrl, (client) => client.query(`drop database ${name} with (force)`))
  }
})
