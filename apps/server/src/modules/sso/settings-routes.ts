import {
  confirmSsoDomain,
  deleteSso,
  getSso,
  listSsoDomains,
  saveSso,
  type Operation,
  type SsoSettings,
} from '@winnow/contract'
import { sql } from 'kysely'
import { beyondCompany } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import { auditedChange } from '../../platform/http/audited-change.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { requireUsable } from './check-settings.ts'
import { sealClientSecret } from './connection-queries.ts'
import { getSettings, writeDomains } from './settings-queries.ts'
import type { SsoDeps } from './sso-deps.ts'
import { redirectUriOf } from './start-login.ts'

type Stored = Omit<SsoSettings, 'redirectUri'>

/** The settings as the audit log stores them, without the secret and without counts. */
const auditOf = ({ enabled, allowPassword, clientId, domains }: Stored) => ({
  enabled,
  allowPassword,
  clientId,
  domains,
})

/**
 * Operations with which a company sets up its single sign-on and the provider confirms its domains. The operations name the company,
 * because callers may belong to the provider.
 */
export function registerSsoSettings(register: Register, deps: SsoDeps): void {
  const { db, keys } = deps
  const present = (stored: Stored): SsoSettings => ({ ...stored, redirectUri: redirectUriOf(deps) })

  const change = async (
    { tx, companyId, audit }: Pick<Changing<Operation>, 'tx' | 'companyId' | 'audit'>,
    action: string,
    write: (before: Stored) => Promise<void>,
  ): Promise<Stored> => {
    // Lets concurrent writers wait for each other, so that the audit log contains the correct previous state.
    await tx.selectFrom('company').select('id').where('id', '=', companyId).forUpdate().executeTakeFirst()
    return auditedChange(
      audit,
      { action, objectType: 'company', objectId: companyId },
      { load: () => getSettings(tx, companyId), facts: auditOf },
      write,
    )
  }

  register.read(getSso, async ({ tx, companyId }) => present(await getSettings(tx, companyId)))

  register.write(saveSso, async (asked) => {
    const { tx, params, body, now } = asked
    const stored = await change(asked, 'sso.changed', async (before) => {
      requireUsable(body, before)
      const known = await tx
        .selectFrom('sso_connection')
        .select('id')
        .where('company_id', '=', params.id)
        .executeTakeFirst()
      const id = known?.id ?? newId(now.getTime())
      const open = { client_id: body.clientId, enabled: body.enabled, allow_password: body.allowPassword }
      const secret = body.clientSecret === undefined ? undefined : sealClientSecret(keys, id, body.clientSecret)
      if (known)
        await tx
          .updateTable('sso_connection')
          .set({ ...open, ...(secret === undefined ? {} : { client_secret: secret }) })
          .where('id', '=', id)
          .execute()
      else if (secret !== undefined)
        await tx
          .insertInto('sso_connection')
          .values({ id, company_id: params.id, ...open, client_secret: secret })
          .execute()
      await writeDomains(tx, params.id, body.domains)
    })
    return present(stored)
  })

  register.write(deleteSso, async (asked) => {
    const { tx, params } = asked
    await change(asked, 'sso.removed', async () => {
      await tx.deleteFrom('sso_connection').where('company_id', '=', params.id).execute()
    })
    return { success: true as const }
  })

  register.read(listSsoDomains, ({ tx }) =>
    tx
      .selectFrom('sso_domain')
      .innerJoin('company', 'company.id', 'sso_domain.company_id')
      .select([
        'sso_domain.domain',
        'sso_domain.tenant_id as tenantId',
        sql<boolean>`sso_domain.confirmed_at is not null`.as('confirmed'),
        'sso_domain.company_id as companyId',
        'company.name as companyName',
      ])
      .orderBy('confirmed')
      .orderBy('sso_domain.domain')
      .orderBy('company.name')
      .limit(1000)
      .execute(),
  )

  register.write(confirmSsoDomain, {
    prepare: ({ companyId, body }) =>
      beyondCompany(db, 'domain-taken', (tx) =>
        tx
          .selectFrom('sso_domain')
          .select('company_id')
          .where('domain', '=', body.domain)
          .where('confirmed_at', 'is not', null)
          .where('company_id', '!=', companyId)
          .executeTakeFirst(),
      ),
    async change({ prepared: taken, ...asked }) {
      const { tx, params, body, now } = asked
      const action = body.confirmed ? 'sso.domain-confirmed' : 'sso.domain-unconfirmed'
      const stored = await change(asked, action, async () => {
        // The unique index ensures that only one company has a domain. This check before it gives a clear error.
        if (taken && body.confirmed)
          throw new AppError('DOMAIN_TAKEN', 'This domain is confirmed for another company already')
        await tx
          .updateTable('sso_domain')
          .set({ confirmed_at: body.confirmed ? now : null })
          .where('company_id', '=', params.id)
          .where('domain', '=', body.domain)
          .execute()
      })
      const domain = stored.domains.find((one) => one.domain === body.domain)
      if (!domain) throw notFound()
      return domain
    },
  })
}
