import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, open } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { FileSystem, FtpSrv } from 'ftp-srv'
import type { IntakeServer } from '../smtp/intake-server.ts'

/** A log that writes nothing. The library asks for one of bunyan's shape. */
const silent = {
  ...Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) => [level, () => {}])),
  child: () => silent,
}

/** The library does not tell which port the system has chosen, so it gets one that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function save(path: string, pieces: Uint8Array[], callback: (error?: Error | null) => void): Promise<void> {
  try {
    const file = await open(path, 'wx')
    try {
      await file.writeFile(Buffer.concat(pieces))
      await file.sync()
    } finally {
      await file.close()
    }
    callback()
  } catch (error) {
    callback(error instanceof Error ? error : new Error(String(error)))
  }
}

/** A file that is complete when it was written and synced. */
function syncedFile(path: string): Writable {
  const pieces: Uint8Array[] = []
  return new Writable({
    write(chunk: Uint8Array, _encoding, callback) {
      pieces.push(chunk)
      callback()
    },
    final: (callback) => void save(path, pieces, callback),
  })
}

/** Starts an FTP server with only the library. Before the 226, it writes each file and syncs it, but not the folder. */
export async function startBareFtp(dir: string): Promise<IntakeServer> {
  await mkdir(dir, { recursive: true })
  const port = await freePort()
  const log = silent
  const server = new FtpSrv({ url: `ftp://127.0.0.1:${port}`, pasv_url: '127.0.0.1', pasv_min: 20_000, log })
  class Flat extends FileSystem {
    override write(): Writable {
      return syncedFile(join(dir, randomUUID()))
    }
  }
  server.on('login', ({ connection }, accept) => accept({ fs: new Flat(connection, { root: dir, cwd: '/' }) }))
  await server.listen()
  return {
    port,
    addresses: ['camera'],
    settled: async () => {},
    close: async () => void (await server.close()),
  }
}
