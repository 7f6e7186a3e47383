/** The name of the performance measure from choosing an alarm until its picture is painted. The console's benchmark reads it. */
const KEY_TO_PICTURE = 'alarm:key-to-picture'
/** The maximum number of measures, so that a shift of twelve hours does not fill the browser's list. */
const KEEP = 500

let chosen: { id: string; at: number } | null = null

/** Starts the measure. Called when an alarm was chosen. */
export function markChosen(id: string): void {
  chosen = { id, at: performance.now() }
}

/** Ends the measure. Called when the first picture of an alarm is rendered; it is painted with the next frame. */
export function markPicture(id: string): void {
  const started = chosen
  if (started?.id !== id) return
  chosen = null
  requestAnimationFrame(() => {
    const channel = new MessageChannel()
    // A message sent within a frame arrives after that frame was painted.
    channel.port1.addEventListener('message', () => {
      channel.port1.close()
      if (performance.getEntriesByName(KEY_TO_PICTURE).length >= KEEP) performance.clearMeasures(KEY_TO_PICTURE)
      performance.measure(KEY_TO_PICTURE, { start: started.at, end: performance.now(), detail: { alarmId: id } })
    })
    channel.port1.start()
    channel.port2.postMessage(null)
  })
}
