import { StartError } from '../platform/start-error.ts'
import { questionMessage, WORDS, type Answers, type Asks, type Word } from './words.ts'

export type Replies = { [W in Word]: (value: Asks<W>) => Promise<Answers<W>> }

async function replyTo<W extends Word>(replies: Replies, word: W, value: unknown): Promise<Answers<W>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of the word has just been held against it
  return replies[word](WORDS[word].asks.parse(value) as Asks<W>)
}

/** The child's end of the channel: replies to the requests of the parent. */
export function answerParent(replies: Replies): void {
  // Errors of `send` are ignored. If the parent has ended, the end of the channel (`disconnect`) reports it.
  const send = (message: object) => void process.send?.(message, undefined, undefined, () => undefined)
  process.on('message', (message: unknown) => {
    const { success, data } = questionMessage.safeParse(message)
    if (!success) return
    const { question: answer, word } = data
    replyTo(replies, word, data.value).then(
      (value) => send({ answer, value }),
      (error: unknown) =>
        send({
          answer,
          failure: {
            message: error instanceof Error ? error.message : 'it failed without an error',
            isForStarter: error instanceof StartError,
          },
        }),
    )
  })
}
