import { randomUUID } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import type { IntakeServer } from './intake-server.ts'

async function receive(
  stream: AsyncIterable<Uint8Array>,
  dir: string,
  callback: (error?: Error | null) => void,
): Promise<void> {
  try {
    const file = await open(join(dir, randomUUID()), 'wx')
    try {
      const pieces: Uint8Array[] = []
      for await (const piece of stream) pieces.push(piece)
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

/** Starts a mail server with only the library. Before the 250, it writes each mail to a file and syncs that file, but not the folder. */
export async function startBareServer(dir: string): Promise<IntakeServer> {
  await mkdir(dir, { recursive: true })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, _session, callback) => void receive(stream, dir, callback),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    addresses: ['camera@winnow.local'],
    settled: async () => {},
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
