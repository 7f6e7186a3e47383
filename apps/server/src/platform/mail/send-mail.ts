import type { Mail, Mailer } from '@winnow/delivery'

/**
 * Sends the mail of a job. An error that a retry cannot fix, for example a mailbox that does not exist, ends the job without a retry.
 * @throws for any other error, so that the job is tried again
 */
export async function sendMail(mailer: Mailer, mail: Mail, signal: AbortSignal): Promise<void> {
  const result = await mailer.send(mail, { signal })
  if (!result.ok && result.retry) throw new Error(`the mail could not be sent: ${result.code} ${result.detail}`)
}
