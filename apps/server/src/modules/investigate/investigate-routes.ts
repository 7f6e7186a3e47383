import { createHash } from 'node:crypto'
import { getObjectPicture, searchObjects } from '@winnow/contract'
import { isFeatureOpen, type CompanyFlags } from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { auditAhead, serveFrame } from '../alarms/index.ts'
import { presentUnlocks } from '../identity/index.ts'
import { createObjectPictures, findPictured, type ObjectPicturesDeps } from './object-pictures.ts'
import { findObjects, type ObjectSearch } from './search-objects.ts'

export type InvestigateDeps = ObjectPicturesDeps

/** The features of the company. @throws AppError NOT_FOUND if it has no Investigate */
async function requireInvestigate(tx: Tx, companyId: string): Promise<CompanyFlags> {
  const { unlocks } = await tx
    .selectFrom('company')
    .select('unlocks')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const flags = presentUnlocks(unlocks)
  if (!isFeatureOpen('forensic', flags)) throw notFound()
  return flags
}

/** What was searched, for the audit log. A further page is the same search. */
const searchedOf = ({ before: _before, beforeNumber: _number, limit: _limit, ...asked }: ObjectSearch) => asked

/** The most ids of a kind that an entry of the audit log lists; of more it tells the number. */
const LISTED = 100
const listed = (asked: ReturnType<typeof searchedOf>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(asked).map(([name, value]) =>
      Array.isArray(value) && value.length > LISTED ? [`${name}Count`, value.length] : [name, value],
    ),
  )

/** What is the same for all pages of a search, short enough for an index however many cameras are named. */
const digestOf = (asked: ReturnType<typeof searchedOf>): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('base64url')

export function registerInvestigate(register: Register, deps: InvestigateDeps): void {
  const pictures = createObjectPictures(deps)

  register.write(searchObjects, async ({ tx, actor, companyId, body, now, audit }) => {
    const flags = await requireInvestigate(tx, companyId)
    const asked = searchedOf(body)
    const who = actor.tokenId ?? actor.userId ?? actor.name
    const as = actor.impersonator ? ` as ${actor.impersonator.userId}` : ''
    await audit({
      action: 'investigate.searched',
      objectType: 'company',
      objectId: companyId,
      after: listed(asked),
      once: `search ${who}${as} ${Math.floor(now.getTime() / 3_600_000)} ${digestOf(asked)}`,
    })
    return findObjects(tx, {
      companyId,
      grants: actor.grants,
      search: body,
      showsPlates: isFeatureOpen('licencePlate', flags),
    })
  })

  register.write(getObjectPicture, {
    async change(asked) {
      const { tx, companyId, params } = asked
      await requireInvestigate(tx, companyId)
      const object = await findPictured(tx, params.id, params.number)
      if (object === undefined) throw notFound()
      await auditAhead(asked, params.id)
      return object
    },
    async reply({ result, request, reply }) {
      const key = await pictures.keyOf(result)
      if (key === undefined) throw notFound()
      return serveFrame(deps.media, key, request, reply)
    },
  })
}
