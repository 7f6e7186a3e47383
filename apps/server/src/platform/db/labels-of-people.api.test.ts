// The migration that gives each person their own label takes over the labels that there were.
import { randomBytes } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { prepareDatabase } from './prepare-database.ts'
import { withClient } from './with-client.ts'

const LABELS = 'alarm-labels.sql'
const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`

it('the migration takes over the labels of the company and of supervisors, with author and time · ALARMS-007', async () => {
  const { superuserUrl, ownerUrl, runtimeUrl } = inject('testServer')
  const name = `test_${randomBytes(8).toString('hex')}`
  const at = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href
  await withClient(superuserUrl, (client) =>
    client.query(`create database ${name} owner ${new URL(ownerUrl).username}`),
  )
  try {
    const migrations = await readMigrations()
    const place = migrations.findIndex((migration) => migration.name.endsWith(LABELS))
    await prepareDatabase({
      ownerUrl: at(ownerUrl),
      runtimeUrl: at(runtimeUrl),
      migrations: migrations.slice(0, place),
    })
    const alarm = (n: number, labels: string) =>
      `('${id(n)}', '${id(1)}', '${id(2)}', '${id(2)}', '${id(2)}', '2026-01-01', '2026-01-01', 'http', '2026-01-01', ${labels})`
    const labels = await withClient(at(superuserUrl), async (client) => {
      await client.query(`
        insert into company (id, name) values ('${id(1)}', 'Company');
        insert into app_user (id, company_id, email, name, user_type) values
          ('${id(3)}', '${id(1)}', 'o@example.com', 'Olga', 'OPERATOR_USER'),
          ('${id(4)}', '${id(1)}', 's@example.com', 'Sam', 'SHARED_SITE_USER');
        insert into alarm (id, company_id, project_id, site_id, view_id, received_at, last_signal_at, source, deadline_at,
          ground_truth, cus_ground_truth, sup_ground_truth, labelled_by, labelled_at) values
          ${alarm(11, `true, true, null, '${id(3)}', '2026-01-02'`)},
          ${alarm(12, `true, false, true, '${id(4)}', '2026-01-03'`)},
          ${alarm(13, `false, false, null, '${id(9)}', '2026-01-04'`)},
          ${alarm(14, `null, null, null, null, null`)}`)
      await migrate({ ownerUrl: at(ownerUrl), migrations: migrations.slice(0, place + 1) })
      const { rows } = await client.query(`
        select right(alarm_id::text, 2) as alarm, kind, author_name as author, ground_truth as truth,
          to_char(at at time zone 'UTC', 'MM-DD') as day from alarm_label order by alarm_id, kind`)
      return rows
    })
    expect(labels).toEqual([
      { alarm: '11', kind: 'operator', author: 'Olga', truth: true, day: '01-02' },
      { alarm: '12', kind: 'shared-site', author: 'Sam', truth: false, day: '01-03' },
      { alarm: '12', kind: 'supervisor', author: '', truth: true, day: '01-03' },
      { alarm: '13', kind: 'operator', author: '', truth: false, day: '01-04' },
    ])
  } finally {
    await withClient(superuserUrl, (client) => client.query(`drop database ${name} with (force)`))
  }
})
