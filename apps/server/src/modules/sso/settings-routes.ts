import { confirmSsoDomain, deleteSso, getSso, listSsoDomains, saveSso, type SsoSettings } from '@winnow/contract'
import { sql } from 'kysely'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { requireUsable } from './check-settings.ts'
import { sealClientSecret } from './connection-queries.ts'
import { getSettings, writeDomains } from './settings-queries.ts'
import type { SsoDeps } from './sso-deps.ts'
import { redirectUriOf } from './start-login.ts'

type Stored = Omit<SsoSettings, 'redirectUri'>

/** As it stands in the audit: no secret, and no figures. */
const auditOf = ({ enabled, allowPassword, clientId, domains }: Stored) => ({
  enabled,
  allowPassword,
  clientId,
  domains,
})

/** How a company sets its single sign-on up, and the provider confirms its domains. Callers may be the provider's, so the company is named. */
export function registerSsoSettings(register: Register, deps: SsoDeps): void {
  const { db, clock, keys } = deps
  const present = (stored: Stored): SsoSettings => ({ ...stored, redirectUri: redirectUriOf(deps) })

  const change = (
    actor: Actor,
    companyId: string,
    { action, requestId }: { action: string; requestId: string },
    write: (tx: Tx, before: Stored) => Promise<void>,
  ): Promise<Stored> =>
    inSystem(db, async (tx) => {
      // One writer at a time: what the audit says was before must be what was.
      await tx.selectFrom('company').select('id').where('id', '=', companyId).forUpdate().executeTakeFirst()
      const before = await getSettings(tx, companyId)
      await write(tx, before)
      const after = await getSettings(tx, companyId)
      await recordAudit(
        tx,
        { ...actor, companyId },
        { action, objectType: 'company', objectId: companyId, before: auditOf(before), after: auditOf(after) },
        clock.now(),
        requestId,
      )
      return after
    })

  register(getSso, async ({ params }) => present(await inSystem(db, (tx) => getSettings(tx, params.id))))

  register(saveSso, async ({ actor, params, body, request }) => {
    const stored = await change(
      actor,
      params.id,
      { action: 'sso.changed', requestId: request.id },
      async (tx, before) => {
        requireUsable(body, before)
        const known = await tx
          .selectFrom('sso_connection')
          .select('id')
          .where('company_id', '=', params.id)
          .executeTakeFirst()
        const id = known?.id ?? newId(clock.now().getTime())
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
      },
    )
    return present(stored)
  })

  register(deleteSso, async ({ actor, params, request }) => {
    await change(actor, params.id, { action: 'sso.removed', requestId: request.id }, async (tx) => {
      await tx.deleteFrom('sso_connection').where('company_id', '=', params.id).execute()
    })
    return { success: true as const }
  })

  register(listSsoDomains, async () =>
    inSystem(db, (tx) =>
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
    ),
  )

  register(confirmSsoDomain, async ({ actor, params, body, request }) => {
    const action = body.confirmed ? 'sso.domain-confirmed' : 'sso.domain-unconfirmed'
    const stored = await change(actor, params.id, { action, requestId: request.id }, async (tx) => {
      // The unique index decides between two companies; asking first gives the clear answer.
      const taken = await tx
        .selectFrom('sso_domain')
        .select('company_id')
        .where('domain', '=', body.domain)
        .where('confirmed_at', 'is not', null)
        .where('company_id', '!=', params.id)
        .executeTakeFirst()
      if (taken && body.confirmed)
        throw new AppError('DOMAIN_TAKEN', 'This domain is confirmed for another company already')
      await tx
        .updateTable('sso_domain')
        .set({ confirmed_at: body.confirmed ? clock.now() : null })
        .where('company_id', '=', params.id)
        .where('domain', '=', body.domain)
        .execute()
    })
    const domain = stored.domains.find((one) => one.domain === body.domain)
    if (!domain) throw notFound()
    return domain
  })
}
