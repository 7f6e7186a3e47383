import type { ChildProcess } from 'node:child_process'
import { StartError } from '../platform/start-error.ts'
import {
  replyMessage,
  INTAKE_REQUESTS,
  type ReplyValue,
  type RequestValue,
  type RequestName,
} from './intake-requests.ts'

/** Sends a request to a child process. Rejects with the error of the child, when the child has ended, or when it does not reply in time. */
export type SendRequest = <N extends RequestName>(
  name: N,
  value: RequestValue<N>,
  withinMs: number,
) => Promise<ReplyValue<N>>

interface Waiting {
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

/** The parent's end of the channel to a child. */
export function openChannel(child: ChildProcess): SendRequest {
  const waiting = new Map<number, Waiting>()
  let last = 0
  child.on('message', (message: unknown) => {
    const { success, data } = replyMessage.safeParse(message)
    const waiter = success ? waiting.get(data.id) : undefined
    if (!success || !waiter) return
    const { failure } = data
    if (failure) waiter.reject(failure.isForStarter ? new StartError(failure.message) : new Error(failure.message))
    else waiter.resolve(data.value)
  })
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the process has ended'))
  })
  return async (name, value, withinMs) => {
    if (!child.connected) throw new Error('the process has ended')
    last += 1
    const id = last
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    waiting.set(id, { resolve, reject })
    const timer = setTimeout(() => reject(new Error(`no reply within ${withinMs} ms`)), withinMs)
    try {
      child.send({ id, name, value }, undefined, undefined, (error) => error && reject(error))
      const reply: unknown = await promise
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of the request has just checked it
      return INTAKE_REQUESTS[name].reply.parse(reply) as ReplyValue<typeof name>
    } finally {
      clearTimeout(timer)
      waiting.delete(id)
    }
  }
}
