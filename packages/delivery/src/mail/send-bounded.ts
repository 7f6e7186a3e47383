import type { SendMailOptions, SMTPPoolOptions, SMTPPoolSentMessageInfo, Transporter } from 'nodemailer'
import { tapMail } from '../transcript/tap-mail.ts'
import { MASK } from '../transcript/mask-secrets.ts'
import type { Transcript } from '../transcript/transcript.ts'
import { describeMailError } from './mail-error.ts'
import type { MailResult } from './mailer.ts'
import { tapOnTheWay } from './smtp-transport.ts'

const SEND_TIMEOUT_MS = 60_000

type Message = SendMailOptions & { envelope: { from: string; to: string } }

/**
 * The server's last answer; undefined where it gave none. Of an answer to a login only the status: servers repeat what they got, and
 * the login can be that of the installation, which is no secret of the receiver that could be masked.
 */
function answerOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('response' in error) || typeof error.response !== 'string') return undefined
  const isOfLogin = 'command' in error && String(error.command).startsWith('AUTH')
  return isOfLogin ? `${error.response.slice(0, 3)} ${MASK}` : error.response
}

/** Sends one message within a minute. Never throws for failures of the other side. */
export async function sendBounded(
  smtp: Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>,
  message: Message,
  { signal, transcript }: { signal?: AbortSignal | undefined; transcript?: Transcript | undefined } = {},
): Promise<MailResult> {
  const timeout = AbortSignal.timeout(SEND_TIMEOUT_MS)
  const ending = signal ? AbortSignal.any([signal, timeout]) : timeout
  const tap = transcript && tapMail()
  if (tap) tapOnTheWay(ending, tap)
  const writeDown = (answer: string | undefined): void => {
    const text = tap?.text() ?? ''
    const { from, to } = message.envelope
    // The mail follows what the server accepted. One that could not be reached got nothing.
    if (text !== '' || answer !== undefined)
      transcript?.sent(`MAIL FROM:<${from}>\r\nRCPT TO:<${to}>\r\n\r\n${text}`.trimEnd())
    transcript?.answered(answer ?? '')
  }
  try {
    const info = await smtp.sendMail({ ...message, signal: ending })
    writeDown(info.response)
    return { ok: true, via: 'smtp', status: Number(info.response.slice(0, 3)) }
  } catch (error) {
    writeDown(answerOf(error))
    if (timeout.aborted) return { ok: false, retry: true, code: 'timeout', detail: 'No answer in time.' }
    if (signal?.aborted) return { ok: false, retry: true, code: 'aborted', detail: 'Given up on our side.' }
    return describeMailError(error)
  }
}
