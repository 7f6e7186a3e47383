import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { isAbort } from '../../../lib/api/api-errors.ts'
import { type LiveEnd, playLive } from './play-live.ts'

/**
 * - `idle`: nobody has asked for it, or it was stopped
 * - `connecting`: the camera is called
 * - `mp4`, `jpeg`: it plays
 * - `paused`: the page was out of sight
 * - the others: how it ended
 */
export type LiveState = 'idle' | 'connecting' | 'mp4' | 'jpeg' | 'paused' | LiveEnd

/** A live view that somebody starts and stops. It also stops when the page is out of sight, and when its screen is left. */
export function useLiveView(viewId: string, video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState<LiveState>('idle')
  const [jpeg, setJpeg] = useState<string>()
  const playing = useRef<AbortController>(undefined)
  const urls = useRef(new Set<string>())

  const end = useCallback((next: LiveState) => {
    if (!playing.current) return
    playing.current.abort()
    playing.current = undefined
    setState(next)
  }, [])

  const show = useCallback(async () => {
    if (!video.current || playing.current) return
    const own = new AbortController()
    playing.current = own
    setState('connecting')
    setJpeg(undefined)
    try {
      const how = await playLive(viewId, {
        video: video.current,
        onPlaying: setState,
        onJpeg(blob) {
          const url = URL.createObjectURL(blob)
          urls.current.add(url)
          setJpeg(url)
        },
        signal: own.signal,
      })
      if (playing.current === own) end(how)
    } catch (error) {
      if (!isAbort(error)) throw error
    }
  }, [viewId, video, end])

  // Those of pictures that came faster than they could be shown are given back too.
  useEffect(() => forget(urls.current, jpeg), [jpeg])
  useEffect(() => {
    const all = urls.current
    return () => forget(all)
  }, [])
  useEffect(() => {
    const onChange = () => {
      if (document.hidden) end('paused')
    }
    document.addEventListener('visibilitychange', onChange)
    return () => {
      document.removeEventListener('visibilitychange', onChange)
      end('idle')
    }
  }, [end])

  return { state, jpeg, show: () => void show(), stop: () => end('idle') }
}

/** Gives back the addresses of pictures that are shown no more. */
function forget(urls: Set<string>, shown?: string): void {
  for (const url of urls) {
    if (url === shown) continue
    URL.revokeObjectURL(url)
    urls.delete(url)
  }
}
