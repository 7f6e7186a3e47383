import { acceptInvitation, openInvitation } from '@winnow/contract'
import { inSystem } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { requirePlainLines } from '../../platform/http/require-plain-lines.ts'
import type { Register } from '../../platform/http/register.ts'
import { recordAudit } from '../audit/index.ts'
import { enterWithPassword, requireNewPassword } from '../identity/index.ts'
import { findInvited, takeInvitation } from './invitations.ts'
import type { UsersDeps } from './users-deps.ts'

const invalid = (): AppError =>
  new AppError('LINK_INVALID', 'This invitation is not valid any more. Ask for a new one.')

/** Operations of the invited person, without a session. */
export function registerInvitations(register: Register, deps: UsersDeps): void {
  const { db, clock, hasher, invitations } = deps

  register(openInvitation, async ({ body }) => {
    const invited = await inSystem(db, (tx) => findInvited(tx, body.token, clock.now()))
    if (!invited) throw invalid()
    const { email, name, companyName, companyId } = invited
    return { email, name, companyName, singleSignOn: await deps.singleSignOnOf({ email, companyId }) }
  })

  register(acceptInvitation, async ({ body, request, reply }) => {
    const now = clock.now()
    const invited = await inSystem(db, (tx) => findInvited(tx, body.token, now))
    if (!invited) throw invalid()
    invitations.acceptances.require(invited.id, now)
    // This account could not log in with a password. The invitation must stay valid, because the user needs it to connect the account.
    if ((await deps.singleSignOnOf(invited)) === 'required')
      throw new AppError('FORBIDDEN', 'This account logs in with its company’s single sign-on')
    requirePlainLines({ name: invited.name }, { name: body.name })
    const words = [invited.email, body.name, invited.companyName, deps.productName]
    await requireNewPassword({ next: body.password }, deps.passwordPolicy, words)
    const hash = await hasher.hash(body.password)
    await inSystem(db, async (tx) => {
      if (!(await takeInvitation(tx, body.token))) throw invalid()
      await tx
        .updateTable('app_user')
        .set({ name: body.name, password_hash: hash })
        .where('id', '=', invited.id)
        .execute()
      await recordAudit(
        tx,
        { companyId: invited.companyId, name: body.name, userId: invited.id, address: request.ip },
        { action: 'invitation.accepted', objectType: 'user', objectId: invited.id, objectName: body.name },
        now,
        request.id,
      )
    })
    // The user opened the mailed link and has just set the password. Checking the password again would prove nothing.
    const account = {
      id: invited.id,
      companyId: invited.companyId,
      name: body.name,
      email: invited.email,
      checkedHash: hash,
    }
    return enterWithPassword(deps, account, { request, reply })
  })
}
