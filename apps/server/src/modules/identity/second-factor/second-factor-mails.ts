import type { Mailer } from '@winnow/delivery'
import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import { inSystem, type Db } from '../../../platform/db/transaction.ts'
import { defineJob, type RegisteredJob } from '../../../platform/jobs/job.ts'
import { registerJob } from '../../../platform/jobs/register-job.ts'
import { sendMail } from '../../../platform/mail/send-mail.ts'
import { languageIn, wordsIn } from '../language-of-person.ts'

/** The change of a second factor: set up, switched off by its owner, or removed by an administrator. */
const CHANGES = ['on', 'off', 'reset'] as const

/** Tells the owner of an account that its second factor was changed. Somebody else may have changed it. */
export const mailSecondFactorChanged = defineJob(
  'second-factor.mail-changed',
  z.object({ userId: z.uuid(), change: z.enum(CHANGES), at: z.iso.datetime(), address: z.string() }),
)

export interface SecondFactorMailDeps {
  db: Db
  clock: Clock
  mailer: Mailer
  /** The product's name in mails. */
  productName: string
}

export function secondFactorMailJobs({
  db,
  clock,
  mailer,
  productName: product,
}: SecondFactorMailDeps): RegisteredJob[] {
  return [
    registerJob(mailSecondFactorChanged, () => async ({ userId, change, at, address }, { signal }) => {
      const account = await inSystem(db, (tx) =>
        tx.selectFrom('app_user').select(['email', 'preferences']).where('id', '=', userId).executeTakeFirst(),
      )
      if (!account) return
      const t = await wordsIn([languageIn(account.preferences) ?? ''])
      const time = `${at.slice(0, 16).replace('T', ' ')} UTC`
      await sendMail(
        mailer,
        {
          to: account.email,
          subject: t(`mails:secondFactor.${change}.subject`, { product }),
          text: t(`mails:secondFactor.${change}.text`, { product, time, address }),
          date: clock.now(),
        },
        signal,
      )
    }),
  ]
}
