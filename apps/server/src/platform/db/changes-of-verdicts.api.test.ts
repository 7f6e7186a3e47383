// The migration that numbers messages also runs on databases with millions of messages.
import { randomBytes } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { prepareDatabase } from './prepare-database.ts'
import { withClient } from './with-client.ts'

const NUMBERING = '0016-changes-of-verdicts.sql'
const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`

it('the migration numbers the messages of an alarm to a receiver, and keeps the text of a single message', async () => {
  const { superuserUrl, ownerUrl, runtimeUrl } = inject('testServer')
  const name = `test_${randomBytes(8).toString('hex')}`
  const at = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href
  await withClient(superuserUrl, (client) =>
    client.query(`create database ${name} owner ${new URL(ownerUrl).username}`),
  )
  try {
    const migrations = await readMigrations()
    await prepareDatabase({
      ownerUrl: at(ownerUrl),
      runtimeUrl: at(runtimeUrl),
      migrations: migrations.filter((migration) => migration.name < NUMBERING),
    })
    const versions = await withClient(at(superuserUrl), async (client) => {
      await client.query(`
        insert into company (id, name) values ('${id(1)}', 'Company');
        insert into project (id, company_id, name) values ('${id(2)}', '${id(1)}', 'Project');
        insert into site (id, company_id, project_id, name) values ('${id(3)}', '${id(1)}', '${id(2)}', 'Site');
        insert into receiver (id, company_id, site_id, kind, name, config)
          select r, '${id(1)}', '${id(3)}', 'webhook', 'Hook', '{}' from unnest(array['${id(4)}', '${id(5)}']::uuid[]) as r;
        insert into delivery (id, company_id, receiver_id, alarm_id, type, verdict) values
          ('${id(11)}', '${id(1)}', '${id(4)}', '${id(6)}', 'alarm.created', 'true'),
          ('${id(12)}', '${id(1)}', '${id(4)}', '${id(6)}', 'alarm.corrected', 'false'),
          ('${id(13)}', '${id(1)}', '${id(5)}', '${id(6)}', 'alarm.created', 'true'),
          ('${id(14)}', '${id(1)}', '${id(4)}', '${id(7)}', 'alarm.created', 'true'),
          ('${id(15)}', '${id(1)}', '${id(4)}', null, 'test', null);
        create table before_it as select id, ctid as place from delivery`)
      await migrate({
        ownerUrl: at(ownerUrl),
        migrations: migrations.filter((migration) => migration.name <= NUMBERING),
      })
      const { rows } = await client.query(`
        select right(d.id::text, 2) as id, d.alarm_version as version, d.ctid <> b.place as rewritten
        from delivery d join before_it b using (id) order by d.id`)
      return rows
    })
    expect(versions).toEqual([
      { id: '11', version: 1, rewritten: false },
      { id: '12', version: 2, rewritten: true },
      { id: '13', version: 1, rewritten: false },
      { id: '14', version: 1, rewritten: false },
      { id: '15', version: null, rewritten: true },
    ])
  } finally {
    await withClient(superuserUrl, (client) => client.query(`drop database ${name} with (force)`))
  }
})
