import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checksumOf } from './checksum.ts'
import { fetchFile, FetchFailed } from './fetch-file.ts'

const BYTES = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251)
const SHA = checksumOf(BYTES)

let folder: string
let server: Server
let origin: string
let answer: (request: IncomingMessage, response: ServerResponse) => void
const ranges: (string | undefined)[] = []

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'winnow-fetch-'))
  ranges.length = 0
  answer = serve
  server = createServer((request, response) => {
    ranges.push(request.headers.range)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  origin = `http://127.0.0.1:${address.port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true })
})

/** Answers a request like a server that supports ranges. */
function serve(request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
  if (from >= BYTES.length) response.writeHead(416).end()
  else
    response
      .writeHead(from > 0 ? 206 : 200, { 'content-length': BYTES.length - from })
      .end(Buffer.from(BYTES.subarray(from)))
}

const file = () => ({ url: `${origin}/some/model.onnx`, sha256: SHA })
const target = () => path.join(folder, 'deep', 'model')
const stored = async () => checksumOf(new Uint8Array(await readFile(target())))

describe('downloading a file', () => {
  test('stores it, reports progress, and leaves nothing else behind', async () => {
    const seen: [number, number | undefined][] = []
    await fetchFile(file(), target(), { onProgress: (done, total) => seen.push([done, total]) })
    expect(await stored()).toBe(SHA)
    expect(seen[0]).toEqual([0, BYTES.length])
    expect(seen.at(-1)).toEqual([BYTES.length, BYTES.length])
    expect(await readdir(path.dirname(target()))).toEqual(['model'])
  })

  test('continues an interrupted download', async () => {
    const arrived = Promise.withResolvers<void>()
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': BYTES.length })
      response.write(Buffer.from(BYTES.subarray(0, 100_000)))
      void arrived.promise.then(() => response.destroy())
    }
    const onProgress = (done: number) => {
      if (done === 100_000) arrived.resolve()
    }
    const broken = fetchFile(file(), target(), { onProgress })
    await expect(broken).rejects.toThrow(/broke off after 100000 bytes.*Start again/)
    answer = serve
    const seen: number[] = []
    await fetchFile(file(), target(), { onProgress: (done) => seen.push(done) })
    expect(ranges).toEqual([undefined, 'bytes=100000-'])
    expect(seen[0]).toBe(100_000)
    expect(await stored()).toBe(SHA)
  })

  test('starts over if the server supports no ranges', async () => {
    await fetchFile({ ...file(), sha256: 'f'.repeat(64) }, target()).catch(() => {})
    await writeFile(`${target()}.part`, BYTES.subarray(0, 5_000))
    answer = (_request, response) => response.writeHead(200).end(Buffer.from(BYTES))
    await fetchFile(file(), target())
    expect(await stored()).toBe(SHA)
  })

  test('accepts a complete file whose last step was interrupted', async () => {
    await fetchFile({ ...file(), sha256: 'f'.repeat(64) }, target()).catch(() => {})
    await writeFile(`${target()}.part`, BYTES)
    await fetchFile(file(), target())
    expect(ranges.at(-1)).toBe(`bytes=${BYTES.length}-`)
    expect(await stored()).toBe(SHA)
  })

  test('refuses content with another checksum, and deletes it', async () => {
    const wrong = fetchFile({ ...file(), sha256: 'f'.repeat(64) }, target())
    await expect(wrong).rejects.toThrow(`its SHA-256 is ${SHA}, not ffff`)
    expect(await readdir(path.dirname(target()))).toEqual([])
  })

  test('reports a missing file or network connection, with instructions', async () => {
    answer = (_request, response) => response.writeHead(404).end('no')
    await expect(fetchFile(file(), target())).rejects.toThrow('answered 404')
    const nowhere = fetchFile({ url: 'http://127.0.0.1:1/model.onnx', sha256: SHA }, target())
    await expect(nowhere).rejects.toThrow(FetchFailed)
    await expect(nowhere).rejects.toMatchObject({ failure: 'unreachable' })
  })

  test('uses a mirror if there is one', async () => {
    const asked: (string | undefined)[] = []
    answer = (request, response) => {
      asked.push(request.url)
      serve(request, response)
    }
    await fetchFile({ url: 'https://example.invalid/a/b/model.onnx', sha256: SHA }, target(), {
      mirror: `${origin}/winnow`,
    })
    expect(asked).toEqual(['/winnow/model.onnx'])
  })
})
