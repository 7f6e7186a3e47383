import { sql } from 'kysely'
import type { Db } from '../src/platform/db/transaction.ts'

/**
 * Lets every commit of a message fail.
 * @returns ends that
 */
export async function failCommits(owner: Db): Promise<() => Promise<void>> {
  await sql`create or replace function app.fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
    owner,
  )
  await sql`create constraint trigger failing after insert on signal deferrable initially deferred
    for each row execute function app.fail()`.execute(owner)
  return async () => {
    await sql`drop trigger failing on signal`.execute(owner)
  }
}
