import type { FtpSession } from './session.ts'

const MAX_FAILED_LOGINS = 3

const mayLogIn = <User, Target>({ secure, context }: FtpSession<User, Target>): boolean =>
  secure || !context.options.requireTls

export function beginLogin<User, Target>(session: FtpSession<User, Target>, name: string): void {
  const { channel } = session
  if (!mayLogIn(session)) return channel.reply(530, 'Use AUTH TLS first')
  // The database takes no texts with a null character.
  if (name === '' || name.includes('\0')) return channel.reply(501, 'A name is missing')
  session.name = name
  session.user = undefined
  channel.reply(331, 'Password')
}

export async function checkPassword<User, Target>(session: FtpSession<User, Target>, password: string): Promise<void> {
  const { channel, name, remoteAddress, context } = session
  if (name === undefined) return channel.reply(503, 'Say USER first')
  session.name = undefined
  const login = await context.options.ports.authenticate(name, password, remoteAddress)
  if (login.ok) {
    session.user = login.user
    session.failedLogins = 0
    return channel.reply(230, 'Logged in')
  }
  session.ends = login.code === 421 || ++session.failedLogins >= MAX_FAILED_LOGINS
  if (session.ends) channel.reply(421, 'Too many failed logins, try again later')
  else channel.reply(530, 'Wrong name or password')
}

/** Goes on with TLS. A login without it does not count any more. */
export async function beginSecure<User, Target>(session: FtpSession<User, Target>, kind: string): Promise<void> {
  const { channel, context } = session
  if (!context.secureContext) return channel.reply(502, 'There is no TLS here')
  if (session.secure) return channel.reply(503, 'TLS is in use already')
  if (!/^(tls|tls-c|tls-p|ssl)$/i.test(kind)) return channel.reply(504, 'Use AUTH TLS')
  channel.reply(234, 'Begin TLS')
  await channel.secure(context.secureContext, context.options.connectTimeoutMs ?? 20_000)
  session.secure = true
  session.protectsData = /^(ssl|tls-p)$/i.test(kind)
  session.user = undefined
  session.name = undefined
}

/** Whether contents come over TLS: `P`, or `C` for not. */
export function protectData<User, Target>(session: FtpSession<User, Target>, level: string): void {
  const { channel, context } = session
  if (!session.secure) return channel.reply(503, 'Use AUTH TLS first')
  if (/^p$/i.test(level)) session.protectsData = true
  else if (!/^c$/i.test(level)) return channel.reply(536, 'Use PROT P')
  else if (context.options.requireTls) return channel.reply(534, 'Contents must come over TLS: use PROT P')
  else session.protectsData = false
  channel.reply(200, 'Done')
}
