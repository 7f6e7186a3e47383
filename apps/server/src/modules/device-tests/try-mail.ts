import type { BodyOf, DeviceProblem, DeviceTestReply, testSmtp, testSmtpConfig } from '@winnow/contract'
import { askMailbox, createMailer, type DeliveryCode, type Guard } from '@winnow/delivery'
import { ATTEMPT_MS, failed, failureByCode, failureOf, SUCCESS } from './device-failure.ts'

/** Asks a mail server whether it takes mail for a mailbox. */
export async function tryMailbox(
  guard: Guard,
  { mailbox, host, port, emailDomain = host }: Omit<BodyOf<typeof testSmtp>, 'siteId'>,
  ownName: string,
): Promise<DeviceTestReply> {
  const recipient = `${mailbox}@${domainOf(emailDomain)}`
  const answer = await askMailbox({ host, port, recipient, ownName, timeoutMs: ATTEMPT_MS }, guard)
  if (answer.ok) return SUCCESS
  const { code } = answer
  return failed(code === 'mailbox' || code === 'answer' ? failureOf(code) : failureByCode(code, host))
}

/** The part after the @. An address in its place stands in brackets (RFC 5321, 4.1.3). */
function domainOf(text: string): string {
  if (text.includes(':')) return `[IPv6:${text}]`
  return /^[0-9.]+$/.test(text) ? `[${text}]` : text
}

/** Failures that say something about the mail server's login or encryption. Any other answer is not that of a usable mail server. */
const PROBLEMS: Partial<Record<DeliveryCode, DeviceProblem>> = {
  auth: 'login',
  tls: 'certificate',
  timeout: 'unreachable',
  refused: 'unreachable',
  connect: 'unreachable',
  unresolvable: 'unreachable',
  aborted: 'unreachable',
  blocked: 'refused',
  config: 'refused',
}

/** Connects to a mail server and logs in, as a mail would be sent, but sends none. */
export async function tryMailSettings(
  guard: Guard,
  { host, port, security, username, password }: Omit<BodyOf<typeof testSmtpConfig>, 'siteId'>,
  ownName: string,
): Promise<DeviceTestReply> {
  const checked = await guard.resolveForTcp(host, port)
  if (!checked.ok) return failed(failureByCode(checked.code, host))
  const mailer = createMailer({
    from: `test@${ownName}`,
    // Never used, since there is a server.
    outboxDir: '',
    guard,
    smtp: {
      host,
      port,
      secure: security === 'tls',
      requireTls: security !== 'none',
      ...(username === undefined ? {} : { user: username, pass: password ?? '' }),
    },
  })
  const timer = Promise.withResolvers<'late'>()
  const handle = setTimeout(() => timer.resolve('late'), ATTEMPT_MS)
  try {
    const result = await Promise.race([mailer.verify(), timer.promise])
    if (result === 'late') return failed(failureOf('unreachable'))
    return result.ok ? SUCCESS : failed(failureOf(PROBLEMS[result.code] ?? 'answer'))
  } finally {
    clearTimeout(handle)
    mailer.close()
  }
}
