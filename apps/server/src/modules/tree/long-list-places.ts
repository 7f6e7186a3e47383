import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inTenant, type Db } from '../../platform/db/transaction.ts'
import type { RowPlaces } from '../../platform/http/send-rows.ts'

/** Long lists that a company can read at the same time, over all server processes. */
const PER_COMPANY = 2
/** A place is free after this time without a page, in seconds. Longer than the half minute after which a stalled reader is disconnected. */
const LEASE_SECONDS = 60
/** Pages are read much faster than a lease ends, so not every page renews it. */
const RENEW_MS = 15_000

/** The places for long lists, kept in the database, so that all server processes count together. */
export function createLongListPlaces(db: Db, now: () => number): RowPlaces {
  return {
    async take(companyId) {
      const taker = randomUUID()
      const until = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`
      const taken = await inTenant(db, companyId, async (tx) => {
        for (let place = 1; place <= PER_COMPANY; place++) {
          // The conflict waits for another process that takes the same place at this moment.
          const { rows } = await sql`
            insert into long_list_place (company_id, place, taken_by, until) values (${companyId}, ${place}, ${taker}, ${until})
            on conflict (company_id, place) do update set taken_by = excluded.taken_by, until = excluded.until
              where long_list_place.until <= clock_timestamp()
            returning place`.execute(tx)
          if (rows.length > 0) return true
        }
        return false
      })
      if (!taken) return undefined
      let renewedAt = now()
      return {
        async renew() {
          if (now() - renewedAt < RENEW_MS) return
          renewedAt = now()
          await inTenant(db, companyId, (tx) =>
            sql`update long_list_place set until = ${until} where company_id = ${companyId} and taken_by = ${taker}`.execute(
              tx,
            ),
          )
        },
        async leave() {
          await inTenant(db, companyId, (tx) =>
            sql`delete from long_list_place where company_id = ${companyId} and taken_by = ${taker}`.execute(tx),
          )
        },
      }
    },
  }
}
