import { API_BASE, liveEvent, liveStream, type LiveEvent } from '@winnow/contract'

/** Records on the live stream, which the console uses too, when sent alarms get their verdicts. */
export interface VerdictWatch {
  /** Records that an alarm of a camera is sent now. */
  sends(viewId: string): void
  /** Removes the record, because the alarm was refused. */
  forget(viewId: string): void
  /**
   * Number of alarms without a verdict.
   * @throws the error with which the stream ended
   */
  waiting(): number
  /** Seconds from sending to the verdict on the stream, for all alarms since the last call. Alarms without a verdict are dropped. */
  take(): number[]
  close(): Promise<void>
}

/** The events of a stream as they arrive. */
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

/** Opens the stream with the session of a logged-in user and reads it. */
export async function watchVerdicts(url: string, cookie: string): Promise<VerdictWatch> {
  const away = new AbortController()
  const reply = await fetch(`${url}${API_BASE}${liveStream.path}`, { headers: { cookie }, signal: away.signal })
  if (!reply.ok || !reply.body) throw new Error(`the live stream answered ${reply.status}`)
  /** Sending times, by camera, of the alarms without an event so far. */
  const sent = new Map<string, number[]>()
  /** Sending time of each alarm that was opened and has no verdict. */
  const opened = new Map<string, number>()
  let seconds: number[] = []

  const hear = (event: LiveEvent): void => {
    if (event.type === 'resync' || event.type === 'session.ended') throw new Error(`the live stream said ${event.type}`)
    if (event.type === 'alarm.created') {
      const at = sent.get(event.viewId)?.shift()
      if (at !== undefined) opened.set(event.id, at)
    }
    if (event.type === 'alarm.changed') {
      // Cameras pause longer than a burst lasts. The first change of an alarm is therefore its verdict; later changes correct it.
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
