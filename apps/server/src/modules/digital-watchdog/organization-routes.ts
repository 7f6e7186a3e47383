import {
  addDwOrganization,
  deleteDwOrganization,
  DW_LIMITS,
  DW_SECRET_PLACE,
  listDwOrganizations,
  type DwOrganization,
} from '@winnow/contract'
import { sql, type Selectable } from 'kysely'
import { hashToken } from '../../platform/crypto/tokens.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { DB } from '../../platform/db/types.generated.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'

interface Deps {
  /** The address for devices, without a trailing slash. */
  ingestUrl: () => string
}

const SECRET_END = 4

const presentOrganization = (row: Selectable<DB['dw_organization']>, { ingestUrl }: Deps): DwOrganization => ({
  id: row.id,
  companyName: row.name,
  companySecret: `••••••••${row.secret_end}`,
  pushUrl: `${ingestUrl()}/api/v1/dw/${DW_SECRET_PLACE}`,
  createdAt: row.created_at.toISOString(),
  lastEventAt: row.last_event_at?.toISOString() ?? null,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the column has this shape, which the server alone writes
  lastUnmapped: row.last_unmapped as DwOrganization['lastUnmapped'],
})

const findOrganizations = (tx: Tx, companyId: string) =>
  tx.selectFrom('dw_organization').selectAll().where('company_id', '=', companyId).orderBy('name').execute()

/** Lets concurrent additions wait for each other. */
const lockOrganizations = (tx: Tx, companyId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${companyId}, 19))`.execute(tx)

const taken = (code: 'NAME_TAKEN' | 'KEY_TAKEN', field: string, message: string): AppError =>
  new AppError(code, message, { fields: [{ field, message }] })

/** Companies as Digital Watchdog names them: who may send events, by a secret. */
export function registerDwOrganizations(register: Register, deps: Deps): void {
  register.read(listDwOrganizations, async ({ tx, companyId }) =>
    (await findOrganizations(tx, companyId)).map((row) => presentOrganization(row, deps)),
  )

  register.write(addDwOrganization, {
    prepare: async ({ body }) => ({ hash: hashToken(body.companySecret) }),
    async change({ tx, companyId, body, now, audit, prepared: { hash } }) {
      await lockOrganizations(tx, companyId)
      const known = await findOrganizations(tx, companyId)
      if (known.some(({ name }) => name.toLowerCase() === body.companyName.toLowerCase()))
        throw taken('NAME_TAKEN', 'companyName', 'This name is taken')
      if (known.length >= DW_LIMITS.organizations)
        throw new AppError('CAPACITY_REACHED', `There can be ${DW_LIMITS.organizations} companies`)
      const row = await tx
        .insertInto('dw_organization')
        .values({
          id: newId(now.getTime()),
          company_id: companyId,
          name: body.companyName,
          secret_hash: hash,
          secret_end: body.companySecret.slice(-SECRET_END),
          created_at: now,
        })
        // A secret that somebody has already must not tell whose it is.
        .onConflict((same) => same.column('secret_hash').doNothing())
        .returningAll()
        .executeTakeFirst()
      if (!row) throw taken('KEY_TAKEN', 'companySecret', 'Choose another secret')
      await audit({
        action: 'digital-watchdog.company-added',
        objectType: 'company',
        objectId: companyId,
        objectName: body.companyName,
        after: { name: body.companyName },
      })
      return presentOrganization(row, deps)
    },
  })

  register.write(deleteDwOrganization, async ({ tx, companyId, params, audit }) => {
    const row = await tx
      .deleteFrom('dw_organization')
      .where('id', '=', params.id)
      .where('company_id', '=', companyId)
      .returning('name')
      .executeTakeFirst()
    if (!row) throw notFound()
    await audit({
      action: 'digital-watchdog.company-deleted',
      objectType: 'company',
      objectId: companyId,
      objectName: row.name,
      before: { name: row.name },
    })
    return { success: true as const }
  })
}
