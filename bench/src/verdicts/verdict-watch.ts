import { API_BASE, liveEvent, liveStream, type LiveEvent } from '@winnow/contract'

/** Sees on the live stream, as a console does, when alarms that were sent have their verdict. */
export interface VerdictWatch {
  /** An alarm of a camera is sent now. */
  sends(viewId: string): void
  /** It was refused. */
  forget(viewId: string): void
  /**
   * How many have no verdict yet.
   * @throws what the stream ended with
   */
  waiting(): number
  /** From sending to the verdict on the stream, in seconds, of all since it was asked the last time. What has none yet is given up. */
  take(): number[]
  close(): Promise<void>
}

/** The events of a stream as they come. */
async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<LiveEvent> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of body) {
    text += decoder.decode(piece, { stream: true })
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) yield liveEvent.parse(JSON.parse(line.slice(6)))
  }
}

/** Opens the stream as someone who is logged in, and listens to it. */
export async function watchVerdicts(url: string, cookie: string): Promise<VerdictWatch> {
  const away = new AbortController()
  const reply = await fetch(`${url}${API_BASE}${liveStream.path}`, { headers: { cookie }, signal: away.signal })
  if (!reply.ok || !reply.body) throw new Error(`the live stream answered ${reply.status}`)
  /** When each camera's alarms were sent of which nothing was heard yet. */
  const sent = new Map<string, number[]>()
  /** When each alarm that was opened and has no verdict was sent. */
  const opened = new Map<string, number>()
  let seconds: number[] = []

  const hear = (event: LiveEvent): void => {
    if (event.type === 'resync' || event.type === 'session.ended') throw new Error(`the live stream said ${event.type}`)
    if (event.type === 'alarm.created') {
      const at = sent.get(event.viewId)?.shift()
      if (at !== undefined) opened.set(event.id, at)
    }
    if (event.type === 'alarm.changed') {
      // Cameras wait longer than a burst lasts, so that the first change of an alarm is its verdict; later ones correct it.
      const at = opened.get(event.id)
      if (at !== undefined) seconds.push((performance.now() - at) / 1000)
      opened.delete(event.id)
    }
  }
  const listen = async (body: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const event of readEvents(body)) hear(event)
  }
  let over: Error | undefined
  const listening = listen(reply.body).then(
    () => void (over = new Error('the live stream has ended')),
    (error: unknown) => void (over = error instanceof Error ? error : new Error(String(error))),
  )
  return {
    sends: (viewId) => void sent.set(viewId, [...(sent.get(viewId) ?? []), performance.now()]),
    forget: (viewId) => void sent.get(viewId)?.pop(),
    waiting() {
      if (over) throw over
      return opened.size + [...sent.values()].reduce((sum, { length }) => sum + length, 0)
    },
    take() {
      const taken = seconds
      seconds = []
      sent.clear()
      opened.clear()
      return taken
    },
    async close() {
      away.abort()
      await listening
    },
  }
}
