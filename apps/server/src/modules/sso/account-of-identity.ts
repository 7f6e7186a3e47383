import { identityEmails, normalizeMailAddress, WITHOUT_CONSOLE } from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import type { AdmittedAccount } from '../identity/index.ts'
import { takeLink } from './connect-links.ts'
import type { Identity } from './provider.ts'

const notConnected = (): AppError => new AppError('SSO_NOT_CONNECTED', 'No account is connected with who signed in')
const otherAccount = (): AppError => new AppError('SSO_OTHER_ACCOUNT', 'Somebody else signed in than the link is for')
const linkInvalid = (): AppError =>
  new AppError('LINK_INVALID', 'This link is wrong, too old or was used already. Ask for a new one.')

const accountColumns = [
  'app_user.id',
  'app_user.company_id as companyId',
  'app_user.name',
  'app_user.email',
  'app_user.user_type as userType',
  'app_user.disabled_at as disabledAt',
] as const

type Account = AdmittedAccount & { userType: string; disabledAt: Date | null }

/** Checks that an account may log in. @throws AppError ACCOUNT_DISABLED; SSO_NOT_CONNECTED for accounts without console access */
function requireAdmissible(account: Account): AdmittedAccount {
  if (account.disabledAt) throw new AppError('ACCOUNT_DISABLED', 'Your account is suspended')
  if (WITHOUT_CONSOLE.has(account.userType)) throw notConnected()
  const { id, companyId, name, email } = account
  return { id, companyId, name, email }
}

/** Finds the account that is connected with the issuer, tenant and subject of an identity, in the company of the directory. */
const findConnected = (tx: Tx, companyId: string, identity: Identity): Promise<Account | undefined> =>
  tx
    .selectFrom('sso_identity')
    .innerJoin('app_user', 'app_user.id', 'sso_identity.user_id')
    .select([...accountColumns])
    .where('sso_identity.company_id', '=', companyId)
    .where('sso_identity.issuer', '=', identity.issuer)
    .where('sso_identity.tenant_id', '=', identity.tenantId)
    .where('sso_identity.subject', '=', identity.subject)
    .executeTakeFirst()

/**
 * Returns the account that is connected with an identity.
 * @throws AppError SSO_NOT_CONNECTED, ACCOUNT_DISABLED
 */
export async function findAccountOf(
  tx: Tx,
  companyId: string,
  identity: Identity,
  now: Date,
): Promise<AdmittedAccount> {
  const account = await findConnected(tx, companyId, identity)
  if (!account) throw notConnected()
  const admitted = requireAdmissible(account)
  await tx.updateTable('sso_identity').set({ last_used_at: now }).where('user_id', '=', admitted.id).execute()
  return admitted
}

/** Records a refused single sign-on, for an existing account. */
export async function recordRefusal(
  tx: Tx,
  {
    companyId,
    userId,
    identity,
    reason,
  }: { companyId: string; userId: string | null; identity: Identity; reason: string },
  { now, address, requestId }: { now: Date; address: string; requestId: string },
): Promise<void> {
  const linked = tx.selectFrom('app_user').select(['id', 'name']).where('company_id', '=', companyId)
  const account =
    userId === null
      ? await findConnected(tx, companyId, identity)
      : await linked.where('id', '=', userId).executeTakeFirst()
  if (!account) return
  await recordAudit(
    tx,
    { companyId, name: account.name, userId: account.id, address },
    { action: 'login.failed', objectType: 'user', objectId: account.id, objectName: account.name, after: { reason } },
    now,
    requestId,
  )
}

/**
 * Connects an account permanently with the identity that has signed in after opening the account's link. One of the identity's e-mails must
 * be that of the account, so that a person to whom the link was forwarded cannot connect.
 * @throws AppError LINK_INVALID, SSO_OTHER_ACCOUNT, ACCOUNT_DISABLED
 */
export async function connectAccount(
  tx: Tx,
  wanted: { companyId: string; userId: string; linkHash: string; identity: Identity },
  { now, address, requestId }: { now: Date; address: string; requestId: string },
): Promise<AdmittedAccount> {
  const { companyId, userId, identity } = wanted
  const account = await tx
    .selectFrom('app_user')
    .select([...accountColumns])
    .where('id', '=', userId)
    .where('company_id', '=', companyId)
    // If two links of one account are used simultaneously, the second one waits.
    .forUpdate()
    .executeTakeFirst()
  if (!account) throw linkInvalid()
  const admitted = requireAdmissible(account)
  const connected = await findConnected(tx, companyId, identity)
  const isNamed = identityEmails(identity.claims).includes(normalizeMailAddress(account.email))
  if (!isNamed || (connected && connected.id !== userId)) throw otherAccount()
  const used = await takeLink(tx, wanted, now)
  if (used === undefined) throw linkInvalid()
  if (connected) return admitted
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sso_identity')
    .values({
      id: newId(now.getTime()),
      company_id: companyId,
      user_id: userId,
      issuer: identity.issuer,
      tenant_id: identity.tenantId,
      subject: identity.subject,
      created_at: now,
      last_used_at: now,
    })
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirst()
  // The account is already connected with another identity. An administrator must remove that connection first.
  if (!numInsertedOrUpdatedRows) throw otherAccount()
  const author = { companyId, name: account.name, userId, address }
  const entry = { objectType: 'user' as const, objectId: userId, objectName: account.name }
  if (used === 'invitation') await recordAudit(tx, author, { ...entry, action: 'invitation.accepted' }, now, requestId)
  await recordAudit(
    tx,
    author,
    { ...entry, action: 'sso.connected', after: { issuer: identity.issuer } },
    now,
    requestId,
  )
  return admitted
}
