import { buffer } from 'node:stream/consumers'
import { createFtpServer } from '../ftp/create-ftp-server.ts'
import type { FtpPorts, FtpServer, FtpServerOptions } from '../ftp/ports.ts'

/** A file that the product under test stored. */
export interface KeptFile {
  path: string
  target: string
  user: string
  bytes: Buffer
}

/** A running FTP server whose product stores everything in memory. */
export interface FtpHarness {
  server: FtpServer
  port: number
  implicitPort: number
  kept: KeptFile[]
  /** Number of streams that failed before their end. */
  broken: number
  /** The log, to check what must not be in it. */
  logged: string[]
}

type Overrides = Partial<Omit<FtpServerOptions<string, string>, 'ports'>> & {
  ports?: Partial<FtpPorts<string, string>>
}

/** Starts an FTP server on a free port. The only user is `ipc` with the password `s3cret pass`. */
export async function startFtpHarness({ ports, ...overrides }: Overrides = {}): Promise<FtpHarness> {
  const harness: Omit<FtpHarness, 'server' | 'port' | 'implicitPort'> = { kept: [], broken: 0, logged: [] }
  const write = (fields: object, message: string): void =>
    void harness.logged.push(`${message} ${JSON.stringify(fields)}`)
  const server = createFtpServer<string, string>({
    host: '127.0.0.1',
    port: 0,
    maxBytes: 4 * 1024 * 1024,
    requireTls: false,
    log: { debug: write, info: write, warn: write, error: write },
    ports: {
      authenticate: async (name, password) =>
        name === 'ipc' && password === 's3cret pass' ? { ok: true, user: 'ipc' } : { ok: false, code: 530 },
      target: async (user, path) => ({ ok: true, target: `${user} at ${path.split('/')[1]}` }),
      accept: async ({ stream, path, target, user }) => {
        try {
          harness.kept.push({ path, target, user, bytes: await buffer(stream) })
        } catch (error) {
          harness.broken++
          throw error
        }
        return { ok: true, id: `s${harness.kept.length}` }
      },
      ...ports,
    },
    ...overrides,
  })
  const { port, implicitPort = 0 } = await server.listen()
  return Object.assign(harness, { server, port, implicitPort })
}
