import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { SealedColumn } from '../../platform/crypto/reseal-column.ts'
import { openSecret, sealSecret } from '../../platform/crypto/seal-secret.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Application } from './provider.ts'

const context = (id: string): string => `sso:${id}:client-secret`

/** Where client secrets are kept, for sealing them again under a new key. */
export const sealedClientSecrets: SealedColumn = {
  table: 'sso_connection',
  column: 'client_secret',
  contextOf: context,
}

export const sealClientSecret = (keys: KeyRing, id: string, plain: string): string =>
  sealSecret(keys, plain, context(id))

/** A domain of a company with the application registered in its directory. */
export interface Connection {
  id: string
  companyId: string
  companyName: string
  domain: string
  tenantId: string
  allowPassword: boolean
  clientId: string
  sealedSecret: string
}

const select = (tx: Tx) =>
  tx
    .selectFrom('sso_domain')
    .innerJoin('sso_connection', 'sso_connection.company_id', 'sso_domain.company_id')
    .innerJoin('company', 'company.id', 'sso_domain.company_id')
    .select([
      'sso_connection.id',
      'sso_domain.company_id as companyId',
      'company.name as companyName',
      'sso_domain.domain',
      'sso_domain.tenant_id as tenantId',
      'sso_connection.allow_password as allowPassword',
      'sso_connection.client_id as clientId',
      'sso_connection.client_secret as sealedSecret',
    ])

/** Connections that are switched on, of domains that the provider has confirmed. */
const selectOpen = (tx: Tx) =>
  select(tx).where('sso_connection.enabled', '=', true).where('sso_domain.confirmed_at', 'is not', null)

/** Where the people of an e-mail domain log in; undefined: with a password. */
export const findOpenConnection = (tx: Tx, domain: string): Promise<Connection | undefined> =>
  selectOpen(tx).where('sso_domain.domain', '=', domain).executeTakeFirst()

/** The connection of an installation that has only one; undefined with none or several. */
export async function findOnlyConnection(tx: Tx): Promise<Connection | undefined> {
  const [only, another] = await selectOpen(tx).orderBy('sso_domain.domain').limit(2).execute()
  return another ? undefined : only
}

/** A connection as it stands, confirmed and switched on or not. */
export const findConnection = (tx: Tx, companyId: string, domain: string): Promise<Connection | undefined> =>
  select(tx).where('sso_domain.company_id', '=', companyId).where('sso_domain.domain', '=', domain).executeTakeFirst()

export function applicationOf(keys: KeyRing, connection: Connection): Application {
  const { id, tenantId, clientId, sealedSecret } = connection
  return { tenantId, clientId, clientSecret: openSecret(keys, sealedSecret, context(id)) }
}
