import type { Readable } from 'node:stream'
import type { SMTPServerSession } from 'smtp-server'
import { boundBody, type Bounds } from '../bounded-body.ts'
import type { ListenerLog } from '../listener-log.ts'
import type { ConnectionState } from './connections.ts'
import type { SmtpPorts } from './ports.ts'
import { ReplyError } from './reply-error.ts'

/** The environment in which a message is received. */
export interface ReceiveContext<User, Target> extends Bounds {
  ports: SmtpPorts<User, Target>
  log: ListenerLog
  /** Called when the last byte has arrived and only the storing by the product remains. */
  received(): void
}

/**
 * Receives one message after its envelope. Returns the text of the `250` when the message was not too large, was read to its end and was
 * stored by the product. Throws the reply otherwise.
 */
export async function receiveMessage<User, Target>(
  source: Readable,
  session: SMTPServerSession,
  state: ConnectionState<User, Target>,
  context: ReceiveContext<User, Target>,
): Promise<string> {
  const { ports, log, maxBytes } = context
  const body = boundBody(source, context)
  const room = ports.capacity()
  if (!room.ok) {
    body.stream.destroy()
    await body.ended
    throw new ReplyError(451, room.message)
  }
  const storing = store(body.stream, session, state, context)
  const { complete } = await body.ended
  context.received()
  const result = await storing
  if (body.tooLarge()) throw new ReplyError(552, `Message exceeds the limit of ${maxBytes} bytes`)
  if (!complete) throw new ReplyError(451, 'The message did not arrive in full')
  if (!result.ok) throw new ReplyError(result.code, result.message)
  if (!body.stream.readableEnded) {
    log.error({ id: result.id }, 'a message was called stored before it was read to its end')
    throw new ReplyError(451, 'Temporary failure, try again later')
  }
  return `Stored as ${result.id}`
}

async function store<User, Target>(
  stream: Readable,
  session: SMTPServerSession,
  state: ConnectionState<User, Target>,
  { ports, log }: ReceiveContext<User, Target>,
): Promise<Awaited<ReturnType<SmtpPorts<User, Target>['accept']>>> {
  const { envelope } = session
  try {
    return await ports.accept({
      stream,
      recipients: envelope.rcptTo.flatMap(({ address }) => {
        const target = state.targets.get(address.toLowerCase())
        return target === undefined ? [] : [{ address, target }]
      }),
      mailFrom: envelope.mailFrom ? envelope.mailFrom.address : '',
      user: state.user,
      remoteAddress: session.remoteAddress,
      helo: session.hostNameAppearsAs || '',
      secure: session.secure,
    })
  } catch (error) {
    // A broken connection is also caught here, because the store saw its stream fail.
    log.warn({ err: error, remoteAddress: session.remoteAddress }, 'a message could not be stored')
    return { ok: false, code: 451, message: 'Temporary failure, try again later' }
  } finally {
    // The unread rest is dropped, so that the sender gets its reply.
    if (!stream.readableEnded) stream.destroy()
  }
}
