import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { isAbort } from '../../../lib/api/api-errors.ts'
import { openQrReader } from './read-qr.ts'

/**
 * - `starting`: the browser asks, or the camera starts
 * - `looking`: a picture is shown, and codes are looked for
 * - the others: why there is no picture
 */
export type QrState = 'starting' | 'looking' | 'insecure' | 'refused' | 'none' | 'busy' | 'failed'

/** The pause between two looks, in milliseconds: often enough for a hand that holds a label, and a phone stays cool. */
const LOOK_MS = 150

const PROBLEMS: Readonly<Record<string, QrState>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
}

const problemOf = (error: unknown): QrState =>
  (typeof error === 'object' && error !== null && 'name' in error ? PROBLEMS[String(error.name)] : undefined) ??
  'failed'

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, LOOK_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/** Shows the browser's camera in a video and tells each text that it reads, until it is aborted. */
async function readCodes(
  video: HTMLVideoElement,
  { signal, onLooking, onText }: { signal: AbortSignal; onLooking: () => void; onText: (text: string) => void },
): Promise<never> {
  const [stream, read] = await Promise.all([
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
    openQrReader(),
  ])
  try {
    signal.throwIfAborted()
    video.srcObject = stream
    await video.play()
    onLooking()
    for (;;) {
      const text = await read(video)
      signal.throwIfAborted()
      if (text !== undefined && text !== '') onText(text)
      await pause(signal)
    }
  } finally {
    // Otherwise the light of the camera stays on.
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
}

/** Reads QR codes with the browser's camera while the component is mounted. */
export function useQrCamera(video: RefObject<HTMLVideoElement | null>, onText: (text: string) => void): QrState {
  // Browsers offer no camera to pages that came over plain HTTP.
  const isOffered = 'mediaDevices' in navigator
  const [state, setState] = useState<QrState>(isOffered ? 'starting' : 'insecure')
  const tell = useEffectEvent(onText)
  useEffect(() => {
    const shown = video.current
    if (!isOffered || !shown) return undefined
    const own = new AbortController()
    const { signal } = own
    readCodes(shown, { signal, onLooking: () => setState('looking'), onText: (text) => tell(text) }).catch(
      (error: unknown) => {
        if (!signal.aborted && !isAbort(error)) setState(problemOf(error))
      },
    )
    return () => own.abort()
  }, [video, isOffered])
  return state
}
