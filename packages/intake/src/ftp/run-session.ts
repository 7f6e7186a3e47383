import { setImmediate } from 'node:timers/promises'
import { COMMANDS, OPEN_COMMANDS } from './commands.ts'
import type { FtpSession } from './session.ts'
import { closeData } from './upload.ts'

/** Permanently refused commands after which a connection ends. */
const MAX_REFUSALS = 20
/** Commands without a login after which a connection ends. Devices need about ten. */
const MAX_BEFORE_LOGIN = 50

/** Answers the commands of one device, one at a time, until the connection ends. */
export async function runSession<User, Target>(session: FtpSession<User, Target>): Promise<void> {
  const { channel, context } = session
  const { watchdog } = context
  channel.reply(220, 'winnow ready for pictures')
  let refusals = 0
  let beforeLogin = 0
  try {
    while (!session.ends && !channel.isOver) {
      watchdog.enter(session, 'step')
      const line = await channel.line()
      if (line === undefined) return
      if (line === false) {
        channel.reply(500, 'The command is too long')
        return
      }
      if (session.user === undefined && ++beforeLogin > MAX_BEFORE_LOGIN) {
        channel.reply(421, 'Too many commands without a login')
        return
      }
      watchdog.enter(session, 'handler')
      // Thousands of commands can arrive in one piece. Other connections get their turn in between.
      await setImmediate()
      const isKnown = await answer(session, line)
      if (!isKnown && ++refusals >= MAX_REFUSALS) {
        channel.reply(421, 'Too many refused commands')
        return
      }
    }
  } finally {
    watchdog.forget(session)
    closeData(session)
    channel.end()
  }
}

/** @returns whether the command may be given now */
async function answer<User, Target>(session: FtpSession<User, Target>, line: string): Promise<boolean> {
  const { channel, context } = session
  const [, name = '', argument = ''] = /^(\S*) ?(.*)$/s.exec(line) ?? []
  const command = name.toUpperCase()
  // The table is the same for all kinds of users and targets.
  const any = session as FtpSession<unknown, unknown>
  const isOpen = Object.hasOwn(OPEN_COMMANDS, command)
  if (!isOpen && !Object.hasOwn(COMMANDS, command)) {
    channel.reply(502, 'This command is not known here')
    return false
  }
  if (!isOpen && session.user === undefined) {
    channel.reply(530, 'Log in first')
    return false
  }
  try {
    await (isOpen ? OPEN_COMMANDS : COMMANDS)[command]?.(any, argument)
  } catch (error) {
    if (command === 'AUTH') throw error
    context.options.log.error({ err: error, command }, 'ftp handler failed')
    channel.reply(451, 'Temporary failure, try again later')
  }
  return true
}
