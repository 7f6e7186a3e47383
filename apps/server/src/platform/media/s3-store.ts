import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { Readable } from 'node:stream'
import { measureBody } from './measured-body.ts'
import { checkFolder, checkKey, contentTypeOf, MediaMissingError, type MediaStore } from './media-store.ts'

/** The number of keys in one delete request, which S3 limits. */
const DELETE_BATCH = 1_000
/** Bodies up to this size are sent in one request, larger bodies in parts of this size. Two parts at a time are in memory. */
const PART_BYTES = 8 * 1024 * 1024
/** The object that every check overwrites. No media key can have this name, so listings skip it. */
const CHECK_KEY = '.winnow-check'

/** The bucket and how to reach it. Without keys the SDK searches for them (environment, instance role). */
export interface S3Settings {
  bucket: string
  region: string
  endpoint?: string
  credentials?: { accessKeyId: string; secretAccessKey: string }
  /** Whether to address the bucket by path instead of host name. Most stores other than Amazon's need this. */
  forcePathStyle?: boolean
}

/**
 * Stores media in a bucket of Amazon S3 or a compatible store. An object becomes visible when its upload is complete, and S3 replies only
 * when the object is durable, as `put` requires.
 */
export function createS3Store(settings: S3Settings): MediaStore {
  const { bucket } = settings
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint !== undefined && { endpoint: settings.endpoint }),
    ...(settings.credentials && { credentials: settings.credentials }),
    forcePathStyle: settings.forcePathStyle ?? false,
    // The SDK's newer checksums are sent as trailers, which many other stores refuse. The database stores a SHA-256 of the content anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
  })

  async function head(key: string) {
    checkKey(key)
    try {
      const found = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
      return infoOf(key, found.ContentLength, found.LastModified)
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async function deleteBatch(keys: readonly string[]): Promise<void> {
    const answer = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true } }),
    )
    const failed = answer.Errors?.find((error) => error.Code !== 'NoSuchKey')
    if (failed) throw new Error(`could not delete ${failed.Key}: ${failed.Code} ${failed.Message}`)
  }

  return {
    async put(key, body, limits = {}) {
      checkKey(key)
      const measured = measureBody(body, limits.limit)
      const upload = new Upload({
        client,
        params: { Bucket: bucket, Key: key, Body: Readable.from(measured.chunks), ContentType: contentTypeOf(key) },
        partSize: PART_BYTES,
        queueSize: 2,
        leavePartsOnError: false,
      })
      try {
        await upload.done()
      } catch (error) {
        // When the body fails, the upload is aborted. If that fails too, the SDK reports only the second error.
        throw measured.failure() ?? error
      }
      return { key, ...measured.measure() }
    },
    head,
    async get(key, range) {
      checkKey(key)
      try {
        const found = await client.send(
          new GetObjectCommand({
            Bucket: bucket,
            Key: key,
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
        )
        if (!(found.Body instanceof Readable)) throw new Error('the store answered without a body')
        const whole = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1]
        return { ...infoOf(key, whole ? Number(whole) : found.ContentLength, found.LastModified), body: found.Body }
      } catch (error) {
        if (isMissing(error)) throw new MediaMissingError(`no media under ${key}`, { cause: error })
        throw error
      }
    },
    async delete(keys) {
      keys.forEach(checkKey)
      for (let at = 0; at < keys.length; at += DELETE_BATCH) {
        // oxlint-disable-next-line no-await-in-loop -- each request deletes a thousand already
        await deleteBatch(keys.slice(at, at + DELETE_BATCH))
      }
    },
    async *list(folder, before) {
      checkFolder(folder)
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: folder })) {
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key === undefined || Key === CHECK_KEY) continue
          if (LastModified && LastModified < before) yield infoOf(Key, Size, LastModified)
        }
      }
    },
    async sweepDrafts(before) {
      // Only one page (a thousand uploads) per call, since the sweep runs again.
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))
      const old = Uploads.filter(({ Initiated }) => Initiated && Initiated < before)
      await Promise.all(
        old.map(({ Key, UploadId }) => client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))),
      )
      return old.length
    },
    freeBytes: () => Promise.resolve(undefined),
    async check() {
      // The permission to read a bucket does not imply the permission to write to it.
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: CHECK_KEY, Body: '' }))
    },
    close() {
      client.destroy()
    },
  }
}

function infoOf(key: string, bytes: number | undefined, modifiedAt: Date | undefined) {
  if (bytes === undefined || !modifiedAt) throw new Error('the store answered without size or time')
  return { key, bytes, modifiedAt, contentType: contentTypeOf(key) }
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound')
}
