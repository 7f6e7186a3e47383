import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import { clientKey, createPlaces } from '@winnow/domain'
import { tlsOptions } from '../smtp/tls-options.ts'
import { Turns } from '../turns.ts'
import { Watchdog } from '../watchdog.ts'
import { ControlChannel } from './control-channel.ts'
import { beginTls } from './data-connection.ts'
import { PassivePorts } from './passive-ports.ts'
import type { FtpServer, FtpServerOptions } from './ports.ts'
import { runSession } from './run-session.ts'
import type { FtpSession, SessionContext } from './session.ts'

/** One of this many connections is reserved for addresses that have no connection yet. */
const RESERVED_PART = 10

/** What the connections of one server share. */
interface Connections<User, Target> {
  context: SessionContext<User, Target>
  places: ReturnType<typeof createPlaces>
  sessions: Set<FtpSession<User, Target>>
  sockets: Set<Socket>
}

function createConnections<User, Target>(options: FtpServerOptions<User, Target>): Connections<User, Target> {
  const total = options.maxConnections ?? 1_000
  return {
    places: createPlaces({
      perHolder: options.maxConnectionsPerAddress ?? 128,
      total,
      reserved: Math.floor(total / RESERVED_PART),
    }),
    sessions: new Set(),
    sockets: new Set(),
    context: {
      options,
      secureContext: options.tls && createSecureContext(tlsOptions(options.tls)),
      passivePorts: new PassivePorts(options.passivePorts),
      turns: options.turns ?? new Turns(),
      watchdog: new Watchdog<FtpSession<User, Target>>(
        { step: options.stepTimeoutMs ?? 300_000, data: options.dataTimeoutMs ?? 300_000 },
        (session, phase) => {
          options.log.info({ remoteAddress: session.remoteAddress, phase }, 'ftp client was too slow')
          session.channel.reply(421, 'Timeout, closing connection')
          session.data?.close()
          session.channel.end()
        },
      ),
    },
  }
}

/** Runs the session of one socket, which starts with TLS at the port for implicit TLS. */
async function runSocket<User, Target>(
  { context, sessions }: Connections<User, Target>,
  socket: Socket,
  isImplicit: boolean,
): Promise<void> {
  const { remoteAddress = '', localAddress = '' } = socket
  const { secureContext, options } = context
  const secured =
    isImplicit && secureContext ? await beginTls(socket, secureContext, options.connectTimeoutMs ?? 20_000) : socket
  const session: FtpSession<User, Target> = {
    context,
    channel: new ControlChannel(secured),
    remoteAddress,
    localAddress,
    secure: isImplicit,
    protectsData: isImplicit,
    name: undefined,
    user: undefined,
    failedLogins: 0,
    folder: '/',
    data: undefined,
    busy: false,
    ends: false,
  }
  sessions.add(session)
  try {
    await runSession(session)
  } finally {
    sessions.delete(session)
  }
}

/** Serves one socket to its end, if its address has a place left. */
async function serve<User, Target>(
  connections: Connections<User, Target>,
  socket: Socket,
  isImplicit: boolean,
): Promise<void> {
  const { places, sockets, context } = connections
  const { remoteAddress = '' } = socket
  const leave = places.take(clientKey(remoteAddress))
  socket.on('error', () => socket.destroy())
  if (!leave) {
    socket.end('421 Too many connections from this address\r\n')
    // Without this, a client that does not close would keep a connection that no limit counts.
    socket.destroySoon()
    return
  }
  sockets.add(socket)
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      sockets.delete(socket)
      leave()
      resolve()
    })
  })
  try {
    await runSocket(connections, socket, isImplicit)
    await closed
  } catch (error) {
    context.options.log.debug({ err: error, remoteAddress }, 'ftp connection failed')
    socket.destroy()
  }
}

/** Lets sessions that take a file finish it, for at most `graceMs`, and ends the others. */
async function endAll<User, Target>(
  { sessions, sockets }: Connections<User, Target>,
  running: ReadonlySet<Promise<void>>,
  graceMs: number,
): Promise<void> {
  for (const session of sessions) {
    session.ends = true
    if (session.busy) continue
    session.channel.reply(421, 'Shutting down')
    session.channel.end()
  }
  const cut = setTimeout(() => {
    for (const session of sessions) session.data?.close()
    for (const socket of sockets) socket.destroy()
  }, graceMs)
  await Promise.race([
    Promise.allSettled(running),
    new Promise((resolve) => setTimeout(resolve, graceMs + 1_000).unref()),
  ])
  clearTimeout(cut)
}

/**
 * Creates the FTP server for devices, which only takes files. It handles the protocol, the limits and the deadlines; the product checks logins
 * and stores files (`ports`). No folder and no file of a device exists: names are data of a picture. Devices connect in passive mode only, so
 * that nobody can make the server call another address.
 */
export function createFtpServer<User, Target>(options: FtpServerOptions<User, Target>): FtpServer {
  const { log, host } = options
  const connections = createConnections(options)
  const running = new Set<Promise<void>>()
  const listener = (isImplicit: boolean): Server =>
    createServer({ noDelay: true }, (socket) => {
      const task = serve(connections, socket, isImplicit).finally(() => running.delete(task))
      running.add(task)
    })
  const [plain, implicit] = [listener(false), listener(true)]

  async function listenAt(server: Server, port: number): Promise<number> {
    const listening = once(server, 'listening')
    server.listen({ port, host })
    await listening
    server.on('error', (error: Error) => log.error({ err: error }, 'ftp listener failed'))
    const address = server.address()
    return typeof address === 'object' && address ? address.port : port
  }

  return {
    async listen() {
      const port = await listenAt(plain, options.port)
      if (options.implicitPort === undefined || !connections.context.secureContext) return { port }
      try {
        return { port, implicitPort: await listenAt(implicit, options.implicitPort) }
      } catch (error) {
        plain.close()
        throw error
      }
    },
    async close(graceMs) {
      for (const server of [plain, implicit]) if (server.listening) server.close()
      await endAll(connections, running, graceMs)
    },
    connections: () => connections.sockets.size,
  }
}
