import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { openSecret, sealSecret } from '../../platform/crypto/seal-secret.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Application } from './provider.ts'

/** The context in which the client secret of a connection is sealed. */
export const clientSecretContext = (id: string): string => `sso:${id}:client-secret`

export const sealClientSecret = (keys: KeyRing, id: string, plain: string): string =>
  sealSecret(keys, plain, clientSecretContext(id))

/** A mail domain of a company, with the application registered in its directory. */
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

/** Connections that are switched on and whose domain the provider has confirmed. */
const selectOpen = (tx: Tx) =>
  select(tx).where('sso_connection.enabled', '=', true).where('sso_domain.confirmed_at', 'is not', null)

/** Finds the connection for users of a mail domain; undefined if they log in with a password. */
export const findOpenConnection = (tx: Tx, domain: string): Promise<Connection | undefined> =>
  selectOpen(tx).where('sso_domain.domain', '=', domain).executeTakeFirst()

/** Finds the only open connection of the installation; undefined if it has none or several. */
export async function findOnlyConnection(tx: Tx): Promise<Connection | undefined> {
  const [only, another] = await selectOpen(tx).orderBy('sso_domain.domain').limit(2).execute()
  return another ? undefined : only
}

/** Finds the connection of a company's mail domain, even if it is not confirmed or not switched on. */
export const findConnection = (tx: Tx, companyId: string, domain: string): Promise<Connection | undefined> =>
  select(tx).where('sso_domain.company_id', '=', companyId).where('sso_domain.domain', '=', domain).executeTakeFirst()

export function applicationOf(keys: KeyRing, connection: Connection): Application {
  const { id, tenantId, clientId, sealedSecret } = connection
  return { tenantId, clientId, clientSecret: openSecret(keys, sealedSecret, clientSecretContext(id)) }
}
