import { Readable } from 'node:stream'
import type { Guard } from '../guard/types.ts'
import type { Transcript } from '../transcript/transcript.ts'
import type { MailResult, SmtpSettings } from './mailer.ts'
import { sendBounded } from './send-bounded.ts'
import { createSmtpTransport } from './smtp-transport.ts'

/**
 * Sends a whole message as it is, under an envelope of its own. Dots at the start of lines are doubled on the way, as SMTP wants, and a
 * line that ends in a bare CR or LF ends in CRLF: a server could take anything else for the end of the message.
 */
export async function forwardMail(
  mail: { from: string; to: string; message: AsyncIterable<Uint8Array> },
  {
    smtp,
    guard,
    ...options
  }: {
    smtp: SmtpSettings
    guard: Guard
    signal?: AbortSignal | undefined
    transcript?: Transcript | undefined
  },
): Promise<MailResult> {
  const transport = createSmtpTransport(smtp, guard)
  try {
    const message = {
      raw: Readable.from(mail.message, { objectMode: false }),
      // Old cameras write 8-bit texts, and nothing of them may be changed.
      envelope: { from: mail.from, to: mail.to, use8BitMime: true },
      disableFileAccess: true,
      disableUrlAccess: true,
    }
    return await sendBounded(transport, message, options)
  } finally {
    transport.close()
  }
}
