import { quotedName } from '@winnow/delivery'
import { normalizeMailAddress, WITHOUT_CONSOLE } from '@winnow/domain'
import { z } from 'zod'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import { defineJob, type RegisteredJob } from '../../platform/jobs/job.ts'
import { registerJob } from '../../platform/jobs/register-job.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { languageIn, wordsIn } from '../identity/index.ts'
import { CONNECT_HOURS } from './connect-links.ts'
import type { SsoDeps } from './sso-deps.ts'

/**
 * Mails a link to connect an account of the company, if one of the e-mails has such an account. The job looks the account up, not the
 * request, so that the person who signed in at the directory cannot find out who has an account.
 */
export const mailConnectLink = defineJob(
  'sso.mail-link',
  z.object({
    companyId: z.uuid(),
    domain: z.string(),
    emails: z.array(z.string()).max(5),
    browser: z.array(z.string()).default([]),
  }),
  { maxAttempts: 5 },
)

/** An account of this company and mail domain that was never connected. */
async function findUnconnected(tx: Tx, { companyId, domain, emails }: z.output<typeof mailConnectLink.payload>) {
  const wanted = emails.map(normalizeMailAddress).filter((email) => email.endsWith(`@${domain}`))
  if (wanted.length === 0) return undefined
  const account = await tx
    .selectFrom('app_user')
    .innerJoin('company', 'company.id', 'app_user.company_id')
    .select([
      'app_user.id',
      'app_user.email',
      'app_user.user_type',
      'app_user.preferences',
      'company.name as companyName',
    ])
    .where((eb) => eb(eb.fn<string>('lower', ['app_user.email']), 'in', wanted))
    .where('app_user.company_id', '=', companyId)
    .where('app_user.disabled_at', 'is', null)
    .where((eb) => {
      const connected = eb.selectFrom('sso_identity').select('id').whereRef('sso_identity.user_id', '=', 'app_user.id')
      return eb.not(eb.exists(connected))
    })
    .executeTakeFirst()
  return account && !WITHOUT_CONSOLE.has(account.user_type) ? account : undefined
}

/** The mail jobs of single sign-on. The token of a link exists only in its mail. */
export function ssoMailJobs(
  deps: Pick<SsoDeps, 'db' | 'clock' | 'mailer' | 'publicUrl' | 'productName'>,
): RegisteredJob[] {
  return [
    registerJob(mailConnectLink, () => async (payload, { signal }) => {
      const [now, token] = [deps.clock.now(), newToken()]
      const account = await inSystem(deps.db, async (tx) => {
        const found = await findUnconnected(tx, payload)
        if (found)
          await tx
            .insertInto('sso_link')
            .values({
              token_hash: hashToken(token),
              company_id: payload.companyId,
              user_id: found.id,
              created_at: now,
              expires_at: new Date(now.getTime() + CONNECT_HOURS * 3_600_000),
            })
            .execute()
        return found
      })
      if (!account) return
      const t = await wordsIn([languageIn(account.preferences) ?? '', ...payload.browser])
      const words = {
        product: deps.productName,
        company: quotedName(account.companyName),
        hours: CONNECT_HOURS,
        link: `${deps.publicUrl()}/auth/connect?token=${token}`,
      }
      const mail = { subject: t('sso:mail.subject', words), text: t('sso:mail.text', words) }
      await sendMail(deps.mailer, { to: account.email, ...mail, date: now }, signal)
    }),
  ]
}
