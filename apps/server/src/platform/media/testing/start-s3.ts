import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'

/** The bucket of the S3 server, and the only access key that the server knows. */
export const S3_BUCKET = { bucket: 'media', region: 'us-east-1', forcePathStyle: true }
export const S3_KEY = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** Starts s3rver, an S3 server for tests. It knows one access key and does not check signatures of version 4. */
export async function startS3(): Promise<{ endpoint: string; close: () => Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'winnow-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: S3_BUCKET.bucket, configs: [] }],
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
