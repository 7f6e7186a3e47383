import { getHomeFigures, getHomeRanking } from '@winnow/contract'
import { inTenant, type Db } from '../../platform/db/transaction.ts'
import type { Register } from '../../platform/http/register.ts'
import { createCameraCounts } from './camera-counts.ts'
import { createKeptRankings } from './kept-rankings.ts'
import { readHomeFigures, readRanking } from './read-figures.ts'
import type { ScopeSums } from './scope-sums.ts'

/** The operations that count alarms for Home. */
export function registerFigures(register: Register, { db, sums }: { db: Db; sums: ScopeSums }): void {
  const [kept, cameras] = [createKeptRankings(), createCameraCounts()]
  register.read(getHomeFigures, {
    // The transaction may write, since sums of many sites are stored when they are first made.
    reply: ({ actor, companyId, query, now }) =>
      inTenant(db, companyId, (tx) => readHomeFigures(tx, { companyId, grants: actor.grants }, { query, now, sums })),
  })
  register.read(getHomeRanking, ({ tx, actor, companyId, query, now }) =>
    readRanking(tx, { companyId, grants: actor.grants }, { query, now, kept, cameras }),
  )
}
