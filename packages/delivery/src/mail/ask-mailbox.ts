import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Guard, GuardCode, TransportCode } from '../guard/types.ts'
import { describeTransportError } from '../guard/transport-error.ts'

const MOST_LINES = 100
const MOST_BYTES = 65_536

/** `mailbox`: the server takes no mail for the address. `answer`: it does not answer as a mail server that takes mails does. */
export type MailboxAnswer = { ok: true } | { ok: false; code: GuardCode | TransportCode | 'mailbox' | 'answer' }

export interface MailboxQuestion {
  host: string
  port: number
  /** The whole address. */
  recipient: string
  /** The name by which this server introduces itself. */
  ownName: string
  timeoutMs: number
}

/** One conversation with a mail server: a command, and the code of its reply. Reads a bounded number of lines and bytes. */
function converse(socket: Socket): { ask: (command?: string) => Promise<number>; close: () => void } {
  const lines = createInterface({ input: socket })
  const iterator = lines[Symbol.asyncIterator]()
  let read = 0
  // A line without an end would fill the memory.
  socket.on('data', () => {
    if (socket.bytesRead > MOST_BYTES) lines.close()
  })
  return {
    async ask(command) {
      if (command !== undefined) socket.write(`${command}\r\n`)
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- the lines of one reply
        const next = await iterator.next()
        read += 1
        const code = next.done ? null : /^(\d{3})([ -]|$)/.exec(next.value)
        if (!code || read > MOST_LINES) return 0
        if (code[2] !== '-') return Number(code[1])
      }
    },
    close: () => lines.close(),
  }
}

/**
 * Asks a mail server whether it takes mail for a mailbox, and ends the conversation before a mail is sent. The empty sender (RFC 5321, 4.5.5)
 * must be accepted by every server.
 */
export async function askMailbox(
  { host, port, recipient, ownName, timeoutMs }: MailboxQuestion,
  guard: Guard,
): Promise<MailboxAnswer> {
  let socket: Socket | undefined
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    socket = await guard.connectTcp(host, port, { timeoutMs })
    const open = socket
    const failed = once(open, 'error').then(([error]): never => {
      throw error
    })
    failed.catch(() => undefined)
    deadline.addEventListener('abort', () => open.destroy(new Error('No answer in time')))
    return await Promise.race([talk(open, { recipient, ownName }), failed])
  } catch (error) {
    if (deadline.aborted) return { ok: false, code: 'timeout' }
    return { ok: false, code: describeTransportError(error).code }
  } finally {
    socket?.on('error', () => undefined).destroy()
  }
}

async function talk(
  socket: Socket,
  { recipient, ownName }: Pick<MailboxQuestion, 'recipient' | 'ownName'>,
): Promise<MailboxAnswer> {
  const { ask, close } = converse(socket)
  try {
    if ((await ask()) !== 220) return { ok: false, code: 'answer' }
    if ((await ask(`EHLO ${ownName}`)) !== 250 && (await ask(`HELO ${ownName}`)) !== 250)
      return { ok: false, code: 'answer' }
    if ((await ask('MAIL FROM:<>')) !== 250) return { ok: false, code: 'answer' }
    const taken = await ask(`RCPT TO:<${recipient}>`)
    socket.write('QUIT\r\n')
    if (taken === 250 || taken === 251) return { ok: true }
    return { ok: false, code: taken >= 500 ? 'mailbox' : 'answer' }
  } finally {
    close()
  }
}
