import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3_BUCKET, S3_KEY, startS3 } from '@winnow/server/src/platform/media/testing/start-s3.ts'
import { startEmbeddedPostgres } from '@winnow/server/src/platform/postgres/embedded-postgres.ts'

/** A database and a media store that no product manages and several products can share. */
export interface OuterServices {
  /** Settings for each product: the addresses of both, and the shared key file. */
  settings: Record<string, string>
  stop(): Promise<void>
}

export async function startOuterServices(): Promise<OuterServices> {
  const dir = await mkdtemp(join(tmpdir(), 'winnow-e2e-outer-'))
  const store = await startS3()
  const removeAll = async (): Promise<void> => {
    await store.close()
    await rm(dir, { recursive: true, force: true })
  }
  try {
    const postgres = await startEmbeddedPostgres({ dir: join(dir, 'postgres'), log: () => undefined, durable: false })
    return {
      settings: {
        DATABASE_URL: postgres.url('runtime'),
        DATABASE_OWNER_URL: postgres.url('owner'),
        S3_ENDPOINT: store.endpoint,
        S3_BUCKET: S3_BUCKET.bucket,
        S3_REGION: S3_BUCKET.region,
        S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
        S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
        WINNOW_SECRET_KEY_FILE: join(dir, 'secret.key'),
      },
      async stop() {
        await postgres.stop()
        await removeAll()
      },
    }
  } catch (error) {
    await removeAll()
    throw error
  }
}
