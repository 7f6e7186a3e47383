import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'
import { newLowercaseToken } from '../../platform/crypto/tokens.ts'

/** What a mail to an address does. The address says it, so that people can tell the two apart. */
const PREFIX = { armed: 'arm', disarmed: 'disarm' } as const

export interface ArmingAddress {
  companyId: string
  siteId: string
  wanted: 'armed' | 'disarmed'
  authRequired: boolean
  onlyArms: boolean
}

/** The local part of the address that arms or disarms a site. */
export const localPartOf = (wanted: ArmingAddress['wanted'], token: string): string => `${PREFIX[wanted]}-${token}`

/** New tokens for both addresses. They are independent: who knows one cannot tell the other. */
export const newArmingTokens = () => ({ arm_token: newLowercaseToken(), disarm_token: newLowercaseToken() })

/** What the local part of an address would do; undefined if it has not the form of an address that arms or disarms. */
export function readLocalPart(local: string): { wanted: ArmingAddress['wanted']; token: string } | undefined {
  const [, prefix, token] = /^(arm|disarm)-([a-z0-9]{1,64})$/.exec(local) ?? []
  if (token === undefined) return undefined
  return { wanted: prefix === PREFIX.armed ? 'armed' : 'disarmed', token }
}

/** The site that an address arms or disarms; undefined if there is none. */
export async function findArmingAddress(
  db: Db,
  { wanted, token }: { wanted: ArmingAddress['wanted']; token: string },
): Promise<ArmingAddress | undefined> {
  const [row] = await inSystemAtOnce(
    db,
    db
      .selectFrom('arming_address')
      .innerJoin('site', 'site.id', 'arming_address.site_id')
      .select(['site.id', 'site.company_id', 'arming_address.auth_required', 'arming_address.only_arms'])
      .where(wanted === 'armed' ? 'arming_address.arm_token' : 'arming_address.disarm_token', '=', token)
      .where('site.deleted_at', 'is', null)
      .compile(),
  )
  if (!row) return undefined
  return {
    companyId: row.company_id,
    siteId: row.id,
    wanted,
    authRequired: row.auth_required,
    onlyArms: row.only_arms,
  }
}
