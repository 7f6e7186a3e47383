// The database rows after several verdicts of one alarm. Which verdict wins is tested with the rule (packages/domain).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { createAlarm, createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { findingsOf } from '../../../test/findings.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { decideAlarm, type Findings } from './decide-alarm.ts'

let database: TestDatabase
let tenant: Tenant
beforeAll(async () => {
  database = await createTestDatabase()
  tenant = await createTenant(database.runtime)
})
afterAll(() => database.close())

const now = new Date('2026-05-01T12:00:00Z')

/** Gives a new alarm these verdicts in order (undefined: the verdict of the deadline). Returns the stored verdict after each of them. */
async function answer(...answers: (Findings | undefined)[]) {
  const camera = await createCamera(database.runtime, tenant.companyId)
  const id = await createAlarm(database.runtime, { companyId: tenant.companyId, ...camera }, { verdict: null })
  const stood: { verdict: string | null; analysed_signals: number }[] = []
  for (const findings of answers)
    await inSystem(database.runtime, async (tx) => {
      await decideAlarm(tx, id, findings, () => Promise.resolve(), now)
      const columns = ['verdict', 'analysed_signals'] as const
      stood.push(await tx.selectFrom('alarm').select(columns).where('id', '=', id).executeTakeFirstOrThrow())
    })
  return stood
}

describe('a final verdict', () => {
  it('is not replaced by a verdict that is based on fewer messages or ranks lower', async () => {
    const stood = await answer(
      findingsOf('true', { analysedSignals: 2 }),
      // The result of an analysis that started while messages were unread.
      findingsOf('true', { analysedSignals: 0 }),
      findingsOf('false', { analysedSignals: 3 }),
    )
    expect(stood).toEqual([
      { verdict: 'true', analysed_signals: 2 },
      { verdict: 'true', analysed_signals: 2 },
      { verdict: 'true', analysed_signals: 3 },
    ])
  })

  it('is replaced by a verdict that ranks higher, and the message count of the new verdict is stored', async () => {
    const stood = await answer(
      findingsOf('false', { analysedSignals: 3 }),
      findingsOf('true', { analysedSignals: 0 }),
      findingsOf('false', { analysedSignals: 4 }),
    )
    expect(stood).toEqual([
      { verdict: 'false', analysed_signals: 3 },
      { verdict: 'true', analysed_signals: 0 },
      { verdict: 'false', analysed_signals: 4 },
    ])
  })
})

describe('a verdict given at the deadline', () => {
  it('is replaced by the later result of the analysis', async () => {
    const stood = await answer(undefined, findingsOf('false'))
    expect(stood).toEqual([
      { verdict: 'unverified', analysed_signals: 0 },
      { verdict: 'false', analysed_signals: 1 },
    ])
  })
})
