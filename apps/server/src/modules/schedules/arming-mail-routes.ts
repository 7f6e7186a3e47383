import {
  getArmingMail,
  makeArmingMail,
  removeArmingMail,
  setArmingMail,
  type ArmingMail,
  type Operation,
} from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import { localPartOf, newArmingTokens } from './arming-addresses.ts'

export interface ArmingMailDeps {
  mailDomain: string
  /** The address of our SMTP server for devices. */
  smtp: () => { host: string; port: number }
}

function refuse(field: string, message: string): AppError {
  return new AppError('VALIDATION', message, { fields: [{ field, message }] })
}

const findRow = (tx: Tx, siteId: string) =>
  tx
    .selectFrom('site')
    .leftJoin('arming_address as a', 'a.site_id', 'site.id')
    .select([
      'site.name',
      'site.smtp_user',
      'site.smtp_auth_required',
      'a.arm_token',
      'a.disarm_token',
      'a.auth_required',
      'a.only_arms',
      'a.made_at',
      'a.made_by',
    ])
    .where('site.id', '=', siteId)
    .where('site.deleted_at', 'is', null)
    .executeTakeFirst()

async function find(tx: Tx, { mailDomain, smtp }: ArmingMailDeps, siteId: string): Promise<ArmingMail> {
  const row = await findRow(tx, siteId)
  if (!row) throw notFound()
  const { host, port } = smtp()
  const address = (wanted: 'armed' | 'disarmed', token: string) => `${localPartOf(wanted, token)}@${mailDomain}`
  const { arm_token: arm, disarm_token: disarm } = row
  return {
    addresses:
      arm === null || disarm === null ? null : { arm: address('armed', arm), disarm: address('disarmed', disarm) },
    authRequired: row.auth_required ?? false,
    onlyArms: row.only_arms ?? false,
    madeAt: row.made_at?.toISOString() ?? null,
    madeBy: row.made_by,
    user: row.smtp_user,
    smtp: { host, port },
  }
}

/** What the audit keeps. The addresses are secrets. */
const recorded = ({ addresses, authRequired, onlyArms, madeAt }: ArmingMail) =>
  addresses ? { addresses: true, madeAt, authRequired, onlyArms } : { addresses: false }

/** Changes the addresses of a site, and writes the audit. */
async function change(
  { tx, audit }: Pick<Changing<Operation>, 'tx' | 'audit'>,
  { deps, siteId }: { deps: ArmingMailDeps; siteId: string },
  run: (before: ArmingMail) => Promise<unknown>,
): Promise<ArmingMail> {
  const before = await find(tx, deps, siteId)
  await run(before)
  const after = await find(tx, deps, siteId)
  const site = await findRow(tx, siteId)
  await audit({
    action: 'site.arming-mail-changed',
    objectType: 'site',
    objectId: siteId,
    ...(site ? { objectName: site.name } : {}),
    before: recorded(before),
    after: recorded(after),
  })
  return after
}

export function registerArmingMail(register: Register, deps: ArmingMailDeps): void {
  register.read(getArmingMail, ({ tx, params }) => find(tx, deps, params.id))

  register.write(makeArmingMail, (context) => {
    const { tx, actor, params, now } = context
    return change(context, { deps, siteId: params.id }, async ({ user }) => {
      const site = await findRow(tx, params.id)
      const made = { ...newArmingTokens(), made_at: now, made_by: actor.name }
      await tx
        .insertInto('arming_address')
        .values({
          site_id: params.id,
          company_id: actor.companyId,
          ...made,
          // A site whose cameras must log in asks the same of those who disarm it, until somebody decides otherwise.
          auth_required: user !== null && site?.smtp_auth_required === true,
        })
        .onConflict((taken) => taken.column('site_id').doUpdateSet(made))
        .execute()
    })
  })

  register.write(setArmingMail, (context) => {
    const { tx, params, body } = context
    return change(context, { deps, siteId: params.id }, async ({ addresses, user }) => {
      const { authRequired, onlyArms } = body
      if (!addresses) throw refuse('id', 'The site has no mail addresses that arm and disarm it')
      if (authRequired && user === null) throw refuse('authRequired', 'The site has no mail login')
      await tx
        .updateTable('arming_address')
        .set({ auth_required: authRequired, only_arms: onlyArms })
        .where('site_id', '=', params.id)
        .execute()
    })
  })

  register.write(removeArmingMail, (context) => {
    const { tx, params } = context
    return change(context, { deps, siteId: params.id }, () =>
      tx.deleteFrom('arming_address').where('site_id', '=', params.id).execute(),
    )
  })
}
