import { deviceTime } from './devices/alarm.ts'
import type { DeviceAlarm } from './devices/alarm.ts'
import type { Reply } from './send-smtp.ts'
import type { HttpEndpoint } from './targets.ts'

/** An upload that can be repeated byte for byte. */
export interface Upload {
  body: Buffer
  contentType: string
  idempotencyKey: string
}

const isoLocal = (at: Date): string => {
  const { date, time } = deviceTime(at)
  return `${date}T${time}`
}

/** Composes a multipart upload with one part `image` for each picture. */
export async function composeMultipart(alarm: DeviceAlarm, name: string, idempotencyKey: string): Promise<Upload> {
  const form = new FormData()
  form.set('event', alarm.event)
  form.set('deviceTime', isoLocal(alarm.at))
  form.set('channel', '1')
  form.set('text', name)
  for (const [index, picture] of alarm.pictures.entries()) {
    form.append('image', new Blob([new Uint8Array(picture.jpeg)], { type: 'image/jpeg' }), `${index + 1}.jpg`)
  }
  // Encoded once, because each encoding of a form has a new boundary and a resend must be identical.
  const encoded = new Response(form)
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    contentType: encoded.headers.get('content-type') ?? 'multipart/form-data',
    idempotencyKey,
  }
}

/** Composes an upload in JSON, with the pictures in base64. */
export function composeJson(alarm: DeviceAlarm, name: string, idempotencyKey: string): Upload {
  const body = {
    event: alarm.event,
    deviceTime: isoLocal(alarm.at),
    channel: '1',
    text: name,
    media: alarm.pictures.map((picture, index) => ({
      name: `${index + 1}.jpg`,
      contentType: 'image/jpeg',
      data: picture.jpeg.toString('base64'),
      offsetMs: picture.at,
    })),
  }
  return { body: Buffer.from(JSON.stringify(body)), contentType: 'application/json', idempotencyKey }
}

/** Sends one upload for a view. Never throws; `text` is the reply's body. */
export async function sendHttp(
  endpoint: HttpEndpoint,
  viewId: string,
  upload: Upload,
  signal?: AbortSignal,
): Promise<Reply> {
  const url = new URL('/api/v1/ingest/alarm', endpoint.url)
  url.searchParams.set('view', viewId)
  const limit = AbortSignal.timeout(20_000)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${endpoint.token}`,
        'content-type': upload.contentType,
        'idempotency-key': upload.idempotencyKey,
      },
      body: new Uint8Array(upload.body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    return { code: response.status, text: await response.text() }
  } catch (error) {
    // fetch reports only "fetch failed"; the reason is in the cause.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { code: 0, text: cause instanceof Error ? cause.message : String(cause) }
  }
}
