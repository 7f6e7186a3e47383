import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ENTRY = fileURLToPath(new URL('./mail-flood-main.ts', import.meta.url))

/** Large mails that are sent in parallel. */
export interface MailFlood {
  smtp: { host: string; port: number }
  /** The sender's own loopback address. */
  from: string
  to: string
  mails: number
  /** Size of each mail. */
  bytes: number
}

/** Sends the mails. Returns the reply code of each, or `hung up`. */
export async function sendMailFlood(flood: MailFlood): Promise<string[]> {
  const child = fork(ENTRY)
  const ended = once(child, 'exit').then(() => {
    throw new Error('the senders ended before their mails were answered')
  })
  try {
    child.send(flood)
    const [answers] = await Promise.race([once(child, 'message'), ended])
    return answers as string[]
  } finally {
    ended.catch(() => undefined)
    child.kill()
  }
}
