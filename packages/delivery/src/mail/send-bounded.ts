import type { SendMailOptions, SMTPPoolOptions, SMTPPoolSentMessageInfo, Transporter } from 'nodemailer'
import { describeMailError } from './mail-error.ts'
import type { MailResult } from './mailer.ts'

const SEND_TIMEOUT_MS = 60_000

/** Sends one message within a minute. Never throws for failures of the other side. */
export async function sendBounded(
  smtp: Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>,
  message: SendMailOptions,
  signal?: AbortSignal,
): Promise<MailResult> {
  const timeout = AbortSignal.timeout(SEND_TIMEOUT_MS)
  try {
    const info = await smtp.sendMail({ ...message, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    return { ok: true, via: 'smtp', status: Number(info.response.slice(0, 3)) }
  } catch (error) {
    if (timeout.aborted) return { ok: false, retry: true, code: 'timeout', detail: 'No answer in time.' }
    if (signal?.aborted) return { ok: false, retry: true, code: 'aborted', detail: 'Given up on our side.' }
    return describeMailError(error)
  }
}
