import { createTransport } from 'nodemailer'
import type { SmtpEndpoint } from './targets.ts'

/**
 * The server's response to one message: an SMTP or HTTP status, or 0 without a response (refused, reset, timed out).
 */
export interface Reply {
  code: number
  text: string
}

function replyOf(error: unknown): Reply {
  if (!(error instanceof Error)) return { code: 0, text: String(error) }
  const code = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  return { code, text: error.message }
}

/** Sends one raw message over a separate connection, unencrypted, as most cameras do. Never throws. */
export async function sendSmtp(
  endpoint: SmtpEndpoint,
  mail: { from: string; to: string; raw: Buffer },
): Promise<Reply> {
  const transport = createTransport({
    host: endpoint.host,
    port: endpoint.port,
    secure: false,
    ignoreTLS: true,
    name: 'camera',
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 20_000,
    ...(endpoint.user === undefined ? {} : { auth: { user: endpoint.user, pass: endpoint.password ?? '' } }),
  })
  try {
    const sent = await transport.sendMail({ envelope: { from: mail.from, to: [mail.to] }, raw: mail.raw })
    return { code: Number.parseInt(sent.response, 10) || 250, text: sent.response }
  } catch (error) {
    return replyOf(error)
  } finally {
    transport.close()
  }
}
