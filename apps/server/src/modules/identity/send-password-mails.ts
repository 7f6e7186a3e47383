import type { Mailer } from '@winnow/delivery'
import { WITHOUT_CONSOLE } from '@winnow/domain'
import type { Clock } from '../../platform/clock.ts'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { RegisteredJob } from '../../platform/jobs/job.ts'
import { registerJob } from '../../platform/jobs/register-job.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { findAccount } from './check-password.ts'
import { languageIn, wordsIn } from './language-of-person.ts'
import { mailPasswordChanged, mailPasswordLink } from './password-mails.ts'
import { LINK_MINUTES } from './redeem-password-link.ts'
import type { IsPasswordClosed } from './way-in.ts'

export interface PasswordMailDeps {
  db: Db
  clock: Clock
  mailer: Mailer
  isPasswordClosed: IsPasswordClosed
  /** The console's address, without a trailing slash. */
  publicUrl: () => string
  /** The product's name in mails. */
  productName: string
}

/** Finds the account of an e-mail, if it may set its password by mail: it must log in to the console with a password. */
async function findOwner(deps: PasswordMailDeps, email: string) {
  const account = await inSystem(deps.db, (tx) => findAccount(tx, email))
  if (!account || account.disabled_at || WITHOUT_CONSOLE.has(account.user_type)) return undefined
  return (await deps.isPasswordClosed({ email, companyId: account.company_id })) ? undefined : account
}

/** The jobs behind mails about passwords. The token of a link exists only in its mail. */
export function passwordMailJobs(deps: PasswordMailDeps): RegisteredJob[] {
  return [
    registerJob(mailPasswordLink, () => async ({ email, locale }, { signal }) => {
      const account = await findOwner(deps, email)
      if (!account) return
      const [now, token] = [deps.clock.now(), newToken()]
      await inSystem(deps.db, (tx) =>
        tx
          .insertInto('password_link')
          .values({
            id: newId(now.getTime()),
            company_id: account.company_id,
            user_id: account.id,
            token_hash: hashToken(token),
            created_at: now,
            expires_at: new Date(now.getTime() + LINK_MINUTES * 60_000),
          })
          .execute(),
      )
      const t = await wordsIn([languageIn(account.preferences) ?? locale, locale])
      const product = deps.productName
      const link = `${deps.publicUrl()}/new-password?token=${token}`
      await sendMail(
        deps.mailer,
        {
          to: account.email,
          subject: t('mails:reset.subject', { product }),
          text: t('mails:reset.text', { product, link, minutes: LINK_MINUTES }),
          date: now,
        },
        signal,
      )
    }),
    registerJob(mailPasswordChanged, () => async ({ userId, at, address }, { signal }) => {
      const account = await inSystem(deps.db, (tx) =>
        tx.selectFrom('app_user').select(['email', 'preferences']).where('id', '=', userId).executeTakeFirst(),
      )
      if (!account) return
      const t = await wordsIn([languageIn(account.preferences) ?? ''])
      const product = deps.productName
      const time = `${at.slice(0, 16).replace('T', ' ')} UTC`
      const link = `${deps.publicUrl()}/reset-password`
      await sendMail(
        deps.mailer,
        {
          to: account.email,
          subject: t('mails:changed.subject', { product }),
          text: t('mails:changed.text', { product, time, address, link }),
          date: deps.clock.now(),
        },
        signal,
      )
    }),
  ]
}
