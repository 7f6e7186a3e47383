import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'

/**
 * Mails a link for a new password, if the e-mail has an account. The job looks, not the request: the request then does the same
 * for everybody, and its time tells nothing.
 */
export const mailPasswordLink = defineJob('password.mail-link', z.object({ email: z.string(), locale: z.string() }), {
  // A link that comes hours later helps nobody.
  maxAttempts: 5,
})

/** Tells the owner of an account that its password was changed. */
export const mailPasswordChanged = defineJob(
  'password.mail-changed',
  z.object({ userId: z.uuid(), at: z.iso.datetime(), address: z.string() }),
)
