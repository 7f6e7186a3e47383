import { getHomeFigures, getHomeRanking } from '@winnow/contract'
import { inTenant, type Db } from '../../platform/db/transaction.ts'
import type { Register } from '../../platform/http/register.ts'
import { createCameraCounts } from './camera-counts.ts'
import { createKeptRankings } from './kept-rankings.ts'
import { askedRanking, noRanking, questionOf, readHomeFigures, readRanking } from './read-figures.ts'
import type { ScopeSums } from './scope-sums.ts'

/** The operations that count alarms for Home. */
export function registerFigures(register: Register, { db, sums }: { db: Db; sums: ScopeSums }): void {
  const [kept, cameras] = [createKeptRankings(), createCameraCounts()]
  register.read(getHomeFigures, {
    // The transaction may write, since sums of many sites are stored when they are first made.
    reply: ({ actor, companyId, query, now }) =>
      inTenant(db, companyId, (tx) => readHomeFigures(tx, { companyId, grants: actor.grants }, { query, now, sums })),
  })
  register.read(getHomeRanking, {
    async reply({ actor, companyId, query, now, read }) {
      const asker = { companyId, grants: actor.grants }
      const asked = await read((tx) => askedRanking(tx, companyId, { query, now }))
      // Before the transaction that ranks, which would else be open for as long as a large company takes to read.
      const preparing = kept.get(questionOf(asker, asked, query), now)
        ? undefined
        : await cameras.prepare(db, companyId, asked.windows)
      if (preparing) return noRanking(asked, preparing)
      return read((tx) => readRanking(tx, asker, { query, now, kept, cameras }))
    },
  })
}
