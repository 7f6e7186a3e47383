import type { Socket } from 'node:net'
import { clientKey } from '@winnow/domain'
import { beginTls, openDataConnection } from './data-connection.ts'
import { receiveFile } from './receive-file.ts'
import type { FtpSession } from './session.ts'
import { virtualPath } from './virtual-path.ts'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** The address for PASV, with commas; undefined where the device is connected by IPv6, for which there is EPSV. */
function addressOf<User, Target>({ remoteAddress, localAddress, context }: FtpSession<User, Target>) {
  const { publicAddress } = context.options
  // A program on this machine may not reach the public address.
  const address = publicAddress !== undefined && !LOOPBACK.test(remoteAddress) ? publicAddress : clientKey(localAddress)
  return /^\d+\.\d+\.\d+\.\d+$/.test(address) ? address.replaceAll('.', ',') : undefined
}

/** Opens a port for the next content, and tells the device. */
export async function openPort<User, Target>(session: FtpSession<User, Target>, isExtended: boolean): Promise<void> {
  const { channel, context, remoteAddress } = session
  const address = addressOf(session)
  if (!isExtended && address === undefined) return channel.reply(425, 'Use EPSV')
  session.data?.close()
  const { host, connectTimeoutMs = 20_000 } = context.options
  session.data = await openDataConnection(context.passivePorts, {
    host,
    peer: remoteAddress,
    timeoutMs: connectTimeoutMs,
  })
  if (!session.data) return channel.reply(425, 'No port is free, try again later')
  const { port } = session.data
  if (isExtended) return channel.reply(229, `Entering Extended Passive Mode (|||${port}|)`)
  channel.reply(227, `Entering Passive Mode (${address},${port >> 8},${port & 255})`)
}

/** The connection for a content, with TLS where the device asked for it; undefined if the device was told why there is none. */
async function connectedData<User, Target>(session: FtpSession<User, Target>): Promise<Socket | undefined> {
  const { channel, context, data } = session
  if (!data) {
    channel.reply(425, 'Use PASV or EPSV first')
    return undefined
  }
  if (context.options.requireTls && !session.protectsData) {
    channel.reply(521, 'Contents must come over TLS: use PROT P')
    return undefined
  }
  const socket = await data.connected()
  if (!socket || socket.destroyed || session.channel.isOver) {
    channel.reply(425, 'Nothing connected to the port in time')
    return undefined
  }
  // Devices begin TLS only after this reply.
  channel.reply(150, 'Ready')
  if (!session.protectsData || !context.secureContext) return socket
  try {
    return await beginTls(socket, context.secureContext, context.options.connectTimeoutMs ?? 20_000)
  } catch {
    channel.reply(425, 'TLS could not begin')
    return undefined
  }
}

/** Answers a listing: there is nothing to see. */
export async function sendEmptyList<User, Target>(session: FtpSession<User, Target>): Promise<void> {
  const socket = await connectedData(session)
  if (!socket) return closeData(session)
  socket.end()
  socket.resume()
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => socket.destroy(), 5_000)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  closeData(session)
  session.channel.reply(226, 'Nothing is shown here')
}

export function closeData<User, Target>(session: FtpSession<User, Target>): void {
  session.data?.close()
  session.data = undefined
}

/** Receives one file, and answers when it is stored. */
export async function upload<User, Target>(session: FtpSession<User, Target>, argument: string): Promise<void> {
  const { channel, user, remoteAddress, context } = session
  const path = virtualPath(session.folder, argument)
  if (user === undefined) return channel.reply(530, 'Log in first')
  if (path === undefined || path === '/') return channel.reply(553, 'This is no name of a file, or too long')
  const found = await context.options.ports.target(user, path, remoteAddress)
  if (!found.ok) {
    closeData(session)
    return channel.reply(found.code, found.message)
  }
  session.busy = true
  try {
    const socket = await connectedData(session)
    if (!socket) return
    const { code, message } = await receive(session, socket, { user, path, remoteAddress, target: found.target })
    channel.reply(code, message)
  } finally {
    session.busy = false
    closeData(session)
  }
}

async function receive<User, Target>(
  session: FtpSession<User, Target>,
  socket: Socket,
  file: { user: User; path: string; remoteAddress: string; target: Target },
) {
  const { context } = session
  const { options, watchdog, turns } = context
  const turn = turns.begin(clientKey(session.remoteAddress))
  socket.on('timeout', () => socket.destroy())
  const timed = (): void => {
    socket.setTimeout(options.idleTimeoutMs ?? 60_000)
    watchdog.enter(session, 'data')
  }
  timed()
  try {
    const receiving = receiveFile(socket, file, {
      ports: options.ports,
      log: options.log,
      maxBytes: options.maxBytes,
      turn,
      // While reading is paused here, the device is not slow.
      held: (until) => {
        socket.setTimeout(0)
        watchdog.enter(session, 'handler')
        void until.then(timed)
      },
      cut: () => socket.destroy(),
      received: () => {
        socket.setTimeout(0)
        watchdog.enter(session, 'handler')
      },
    })
    // It was paused until somebody listens.
    socket.resume()
    return await receiving
  } finally {
    turn.end()
  }
}
