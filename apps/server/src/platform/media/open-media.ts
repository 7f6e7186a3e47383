import { join } from 'node:path'
import type { Env } from '../env.ts'
import { StartError } from '../start-error.ts'
import { openFileStore } from './file-store.ts'
import type { MediaStore } from './media-store.ts'
import { createS3Store } from './s3-store.ts'

/** The configured place of media, in words for the operator. */
export function mediaPlace(env: Pick<Env, 'dataDir' | 's3'>): string {
  return env.s3 ? `bucket ${env.s3.bucket}` : join(env.dataDir, 'media')
}

/**
 * Opens and checks the configured media store.
 * @throws StartError when it cannot be reached or written to
 */
export async function openMedia(env: Pick<Env, 'dataDir' | 's3' | 'minFreeDiskMb'>): Promise<MediaStore> {
  const store = env.s3
    ? createS3Store(env.s3)
    : await openFileStore({ root: join(env.dataDir, 'media'), minFreeBytes: env.minFreeDiskMb * 1024 * 1024 })
  try {
    await store.check()
    return store
  } catch (error) {
    store.close()
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`Pictures cannot be kept in ${mediaPlace(env)}: ${reason}`, { cause: error })
  }
}
