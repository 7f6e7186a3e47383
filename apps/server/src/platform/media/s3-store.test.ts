import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import S3rver from 's3rver'
import { describeMediaStore } from './media-store.behaviour.ts'
import { createS3Store } from './s3-store.ts'

/** A server that speaks S3, written by others. It knows one access key; signatures of version 4 it takes on trust. */
async function startS3(): Promise<{ endpoint: string; close: () => Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'winnow-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'media', configs: [] }],
  })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}

const settings = { bucket: 'media', region: 'us-east-1', forcePathStyle: true }
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

describeMediaStore(async () => {
  const server = await startS3()
  const store = createS3Store({ ...settings, endpoint: server.endpoint, credentials })
  return {
    store,
    async close() {
      store.close()
      await server.close()
    },
  }
})

describe('against a wrong set-up', () => {
  const closers: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })

  test.each([
    ['a bucket that does not exist', { bucket: 'elsewhere' }],
    ['a key it does not know', { credentials: { accessKeyId: 'OTHER', secretAccessKey: 'S3RVER' } }],
  ])('the check fails with %s', async (_name, wrong) => {
    const server = await startS3()
    closers.push(server.close)
    const store = createS3Store({ ...settings, endpoint: server.endpoint, credentials, ...wrong })
    await expect(store.check()).rejects.toMatchObject({ $metadata: { httpStatusCode: expect.any(Number) } })
    store.close()
  })

  test('the server that goes away is an error, not silence', async () => {
    const server = await startS3()
    const store = createS3Store({ ...settings, endpoint: server.endpoint, credentials })
    await server.close()
    await expect(store.put('a/b.jpg', Buffer.from('x'))).rejects.toThrow(/ECONNREFUSED/)
    store.close()
  })
})

const listedUpload = (key: string, initiated: string) =>
  `<Upload><Key>${key}</Key><UploadId>id-${key}</UploadId><Initiated>${initiated}</Initiated></Upload>`

/** s3rver knows neither of the two calls that this needs, so their wire form, as Amazon documents it, stands here. */
test('uploads that never ended are given up, younger ones are left alone', async () => {
  const aborted: string[] = []
  const server: Server = createServer((request, response) => {
    if (request.method === 'DELETE') {
      aborted.push(request.url ?? '')
      response.writeHead(204).end()
    } else {
      const uploads =
        listedUpload('old.mp4', '2026-11-01T00:00:00.000Z') + listedUpload('young.mp4', '2026-11-20T11:59:00.000Z')
      response.writeHead(200, { 'content-type': 'application/xml' })
      response.end(`<?xml version="1.0"?><ListMultipartUploadsResult>${uploads}</ListMultipartUploadsResult>`)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const store = createS3Store({ ...settings, endpoint: `http://127.0.0.1:${port}`, credentials })
  expect(await store.sweepDrafts(new Date('2026-11-20T00:00:00Z'))).toBe(1)
  expect(aborted).toEqual(['/media/old.mp4?uploadId=id-old.mp4&x-id=AbortMultipartUpload'])
  store.close()
  await new Promise((resolve) => server.close(resolve))
})
