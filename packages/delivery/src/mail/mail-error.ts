import { GuardError } from '../guard/types.ts'
import { describeTransportError } from '../guard/transport-error.ts'
import { failureOf } from '../failure.ts'
import type { MailResult } from './mailer.ts'

type Failure = Extract<MailResult, { ok: false }>

interface SmtpError {
  code: string
  status: number
  command: string
}

function read(error: unknown): SmtpError {
  const fields = new Map<string, unknown>(error instanceof Error ? Object.entries(error) : [])
  const [code, responseCode, command] = ['code', 'responseCode', 'command'].map((name) => fields.get(name))
  return {
    code: typeof code === 'string' ? code : '',
    status: typeof responseCode === 'number' ? responseCode : 0,
    command: typeof command === 'string' && /^[A-Z ]{2,20}$/.test(command) ? command : 'a command',
  }
}

/**
 * Maps failures of a mail server or the connection to our closed list. By RFC 5321 a 4xx reply may be retried, a 5xx reply not. The
 * server's own text is left out, since it may repeat what we sent.
 */
export function describeMailError(error: unknown): Failure {
  if (error instanceof GuardError) {
    return { ok: false, ...failureOf(error.refusal.code), detail: error.refusal.detail }
  }
  const { code, status, command } = read(error)
  const detail = `The mail server answered ${status} to ${command}.`
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') {
    return {
      ok: false,
      retry: true,
      code: 'auth',
      ...(status ? { status } : {}),
      detail: 'The mail server refused the login.',
    }
  }
  if (code === 'EREQUIRETLS' || code === 'ETLS') {
    return { ok: false, retry: true, code: 'tls', detail: 'No trusted encrypted connection to the mail server.' }
  }
  // 421 closes the connection, whatever it replies to. Other replies to RCPT are about the recipient (greylisting, a full mailbox).
  if (status !== 421 && command === 'RCPT TO')
    return { ok: false, retry: status < 500, code: 'recipient', status, detail }
  if (status >= 400 && status < 500) return { ok: false, retry: true, code: 'receiver-error', status, detail }
  // A 5xx reply before the message (to the greeting or EHLO) is about the server, which the operator may fix.
  const isAboutMessage = command === 'MAIL FROM' || command === 'DATA'
  if (status >= 500 && isAboutMessage) return { ok: false, retry: false, code: 'rejected', status, detail }
  if (status >= 500) return { ok: false, retry: true, code: 'receiver-error', status, detail }
  if (code === 'EDNS' || code === 'ENOTFOUND') {
    return { ok: false, retry: true, code: 'unresolvable', detail: 'The mail server is not known by this name.' }
  }
  if (code === 'EPROTOCOL') return { ok: false, retry: true, code: 'protocol', detail: 'The answer was not SMTP.' }
  const transport = describeTransportError(error)
  return { ok: false, ...failureOf(transport.code), detail: transport.detail }
}
