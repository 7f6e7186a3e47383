import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { describeMediaStore } from './media-store.behaviour.ts'
import { createS3Store } from './s3-store.ts'
import { S3_BUCKET as settings, S3_KEY as credentials, startS3 } from './testing/start-s3.ts'

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

describe('an S3 store with a wrong configuration', () => {
  const closers: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })

  test.each([
    ['a bucket that does not exist', { bucket: 'elsewhere' }],
    ['a key it does not know', { credentials: { accessKeyId: 'OTHER', secretAccessKey: 'S3RVER' } }],
  ])('fails its check with %s', async (_name, wrong) => {
    const server = await startS3()
    closers.push(server.close)
    const store = createS3Store({ ...settings, endpoint: server.endpoint, credentials, ...wrong })
    await expect(store.check()).rejects.toMatchObject({ $metadata: { httpStatusCode: expect.any(Number) } })
    store.close()
  })

  test('reports an error instead of waiting forever when the server disappears', async () => {
    const server = await startS3()
    const store = createS3Store({ ...settings, endpoint: server.endpoint, credentials })
    await server.close()
    await expect(store.put('a/b.jpg', Buffer.from('x'))).rejects.toThrow(/ECONNREFUSED/)
    store.close()
  })
})

const listedUpload = (key: string, initiated: string) =>
  `<Upload><Key>${key}</Key><UploadId>id-${key}</UploadId><Initiated>${initiated}</Initiated></Upload>`

/** s3rver does not support these two calls, so the test sends their documented wire form itself. */
test('old unfinished uploads are aborted, newer uploads are kept', async () => {
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
