import { StartError } from '../platform/start-error.ts'
import {
  requestMessage,
  INTAKE_REQUESTS,
  type ReplyValue,
  type RequestValue,
  type RequestName,
} from './intake-requests.ts'

export type Replies = { [N in RequestName]: (value: RequestValue<N>) => Promise<ReplyValue<N>> }

async function replyTo<N extends RequestName>(replies: Replies, name: N, value: unknown): Promise<ReplyValue<N>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of the request has just checked it
  return replies[name](INTAKE_REQUESTS[name].request.parse(value) as RequestValue<N>)
}

/** The child's end of the channel: replies to the requests of the parent. */
export function replyToParent(replies: Replies): void {
  // Errors of `send` are ignored. If the parent has ended, the end of the channel (`disconnect`) reports it.
  const send = (message: object) => void process.send?.(message, undefined, undefined, () => undefined)
  process.on('message', (message: unknown) => {
    const { success, data } = requestMessage.safeParse(message)
    if (!success) return
    const { id, name } = data
    replyTo(replies, name, data.value).then(
      (value) => send({ id, value }),
      (error: unknown) =>
        send({
          id,
          failure: {
            message: error instanceof Error ? error.message : 'it failed without an error',
            isForStarter: error instanceof StartError,
          },
        }),
    )
  })
}
