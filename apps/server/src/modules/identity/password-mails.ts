import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'

/**
 * Mails a link for a new password, if the e-mail has an account. The lookup is part of the job, so the request takes the same time with and
 * without an account.
 */
export const mailPasswordLink = defineJob('password.mail-link', z.object({ email: z.string(), locale: z.string() }), {
  // A link that arrives hours later is useless.
  maxAttempts: 5,
})

/** Tells the owner of an account that its password was changed. */
export const mailPasswordChanged = defineJob(
  'password.mail-changed',
  z.object({ userId: z.uuid(), at: z.iso.datetime(), address: z.string() }),
)
