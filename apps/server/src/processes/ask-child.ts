import type { ChildProcess } from 'node:child_process'
import { StartError } from '../platform/start-error.ts'
import { answerMessage, WORDS, type Answers, type Asks, type Word } from './words.ts'

/** Sends a request to a child process. Rejects with the error of the child, when the child has ended, or when it does not reply in time. */
export type AskChild = <W extends Word>(word: W, value: Asks<W>, withinMs: number) => Promise<Answers<W>>

interface Asked {
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

/** The parent's end of the channel to a child. */
export function openChannel(child: ChildProcess): AskChild {
  const waiting = new Map<number, Asked>()
  let last = 0
  child.on('message', (message: unknown) => {
    const { success, data } = answerMessage.safeParse(message)
    const asked = success ? waiting.get(data.answer) : undefined
    if (!success || !asked) return
    const { failure } = data
    if (failure) asked.reject(failure.isForStarter ? new StartError(failure.message) : new Error(failure.message))
    else asked.resolve(data.value)
  })
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the process has ended'))
  })
  return async (word, value, withinMs) => {
    if (!child.connected) throw new Error('the process has ended')
    last += 1
    const question = last
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    waiting.set(question, { resolve, reject })
    const timer = setTimeout(() => reject(new Error(`no answer within ${withinMs} ms`)), withinMs)
    try {
      child.send({ question, word, value }, undefined, undefined, (error) => error && reject(error))
      const answer: unknown = await promise
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of the word has just been held against it
      return WORDS[word].answers.parse(answer) as Answers<typeof word>
    } finally {
      clearTimeout(timer)
      waiting.delete(question)
    }
  }
}
