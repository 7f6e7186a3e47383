import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ENTRY = fileURLToPath(new URL('./senders-main.ts', import.meta.url))

/** How many send at once, and whether each keeps its connection for all its mails or opens one for each, as cameras do. */
export interface Way {
  senders: number
  keeps: boolean
}

/** What is to be sent where, by each sender one mail after the other and to the next address each time. */
export interface Sending {
  port: number
  addresses: readonly string[]
  mails: readonly Uint8Array[]
  way: Way
  seconds: number
}

export interface Sent {
  perSecond: number
  /** Of each mail that was taken: to its 250, from the first byte of its connection, or of its envelope where that was open. */
  milliseconds: number[]
  refused: number
}

/** Senders in a process of their own: a server that shared its thread with them would be measured together with them. */
export interface Senders {
  send(sending: Sending): Promise<Sent>
  close(): void
}

export function startSenders(): Senders {
  const child = fork(ENTRY, { serialization: 'advanced' })
  return {
    send: (sending) =>
      new Promise((resolve, reject) => {
        const onExit = (): void => reject(new Error('the senders have ended'))
        child.once('exit', onExit)
        child.once('message', (sent: Sent) => {
          child.off('exit', onExit)
          resolve(sent)
        })
        child.send(sending)
      }),
    close: () => void child.kill(),
  }
}
