import type { Socket } from 'node:net'
import { boundBody, type Bounds } from '../bounded-body.ts'
import type { ListenerLog } from '../listener-log.ts'
import type { FtpPorts, FtpRefusal, IncomingFile } from './ports.ts'

/** The environment in which a file is received. */
export interface FileContext<User, Target> extends Bounds {
  ports: Pick<FtpPorts<User, Target>, 'accept'>
  log: ListenerLog
  /** Called when the last byte has arrived and only the storing by the product remains. */
  received(): void
}

type Answer = { code: 226; message: string } | Omit<FtpRefusal, 'ok'> | { code: 426; message: string }

/**
 * Receives the content of one file. The answer is 226 only when the file was not too large, was read to its end and was stored by the product.
 * A device ends a file by closing the connection, so a file of which only a part was sent arrives like a whole one: its content shows that.
 */
export async function receiveFile<User, Target>(
  source: Socket,
  file: Omit<IncomingFile<User, Target>, 'stream'>,
  context: FileContext<User, Target>,
): Promise<Answer> {
  const { log, maxBytes } = context
  const body = boundBody(source, context)
  const storing = store({ ...file, stream: body.stream }, context)
  const { complete } = await body.ended
  context.received()
  const result = await storing
  if (body.tooLarge()) return { code: 552, message: `The file exceeds the limit of ${maxBytes} bytes` }
  if (!complete) return { code: 426, message: 'The connection broke, send the file again' }
  if (!result.ok) return { code: result.code, message: result.message }
  if (!body.stream.readableEnded) {
    log.error({ id: result.id }, 'a file was called stored before it was read to its end')
    return { code: 451, message: 'Temporary failure, try again later' }
  }
  return { code: 226, message: `Stored as ${result.id}` }
}

async function store<User, Target>(
  file: IncomingFile<User, Target>,
  { ports, log }: FileContext<User, Target>,
): Promise<Awaited<ReturnType<FtpPorts<User, Target>['accept']>>> {
  try {
    return await ports.accept(file)
  } catch (error) {
    // A broken connection is also caught here, because the store saw its stream fail.
    log.warn({ err: error, remoteAddress: file.remoteAddress }, 'a file could not be stored')
    return { ok: false, code: 451, message: 'Temporary failure, try again later' }
  } finally {
    // The unread rest is dropped, so that the sender gets its reply.
    if (!file.stream.readableEnded) file.stream.destroy()
  }
}
