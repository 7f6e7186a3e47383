import type { SsoSettings } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

type Stored = Omit<SsoSettings, 'redirectUri'>

const NOTHING: Stored = {
  enabled: false,
  allowPassword: false,
  clientId: '',
  hasClientSecret: false,
  domains: [],
  connectedCount: 0,
}

/** The single sign-on settings of a company. If it was never set up, they are off and empty. */
export async function getSettings(tx: Tx, companyId: string): Promise<Stored> {
  const connection = await tx
    .selectFrom('sso_connection')
    .select(['enabled', 'allow_password as allowPassword', 'client_id as clientId'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!connection) return NOTHING
  const domains = await tx
    .selectFrom('sso_domain')
    .select(['domain', 'tenant_id as tenantId', sql<boolean>`confirmed_at is not null`.as('confirmed')])
    .where('company_id', '=', companyId)
    .orderBy('domain')
    .execute()
  return { ...connection, hasClientSecret: true, domains, connectedCount: await countIdentities(tx, companyId) }
}

export async function countIdentities(tx: Tx, companyId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('sso_identity')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Replaces the stored domains. A domain that was stored before keeps the confirmation of its owner. A new domain must be confirmed. */
export async function writeDomains(
  tx: Tx,
  companyId: string,
  domains: readonly { domain: string; tenantId: string }[],
): Promise<void> {
  const names = domains.map(({ domain }) => domain)
  await tx.deleteFrom('sso_domain').where('company_id', '=', companyId).where('domain', 'not in', names).execute()
  await tx
    .insertInto('sso_domain')
    .values(domains.map(({ domain, tenantId }) => ({ company_id: companyId, domain, tenant_id: tenantId })))
    .onConflict((known) => known.columns(['company_id', 'domain']).doUpdateSet({ tenant_id: sql`excluded.tenant_id` }))
    .execute()
}
