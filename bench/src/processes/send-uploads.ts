import { setTimeout as wait } from 'node:timers/promises'

/** Uploads pictures for the cameras in turn, at a fixed rate per second. */
export async function sendUploads(
  url: string,
  options: { token: string; viewIds: readonly string[]; jpeg: Buffer; perSecond: number; count: number },
): Promise<{ taken: number[]; refused: number }> {
  const { token, viewIds, jpeg, perSecond, count } = options
  const taken: number[] = []
  let refused = 0
  const send = async (sequence: number): Promise<void> => {
    const began = performance.now()
    const reply = await fetch(`${url}/api/v1/ingest/alarm?view=${viewIds[sequence % viewIds.length]}`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${token}` },
      body: new Uint8Array(jpeg),
    })
    await reply.arrayBuffer()
    if (reply.ok) taken.push(performance.now() - began)
    else refused++
  }
  const began = performance.now()
  const sending: Promise<void>[] = []
  for (let sequence = 0; sequence < count; sequence++) {
    const waitMs = began + (sequence * 1000) / perSecond - performance.now()
    if (waitMs > 0) await wait(waitMs)
    sending.push(send(sequence))
  }
  await Promise.all(sending)
  return { taken, refused }
}
