import { useEffect, useState } from 'react'
import { checkConnection } from '../lib/connection/check-connection.ts'
import { onConnectionBack } from '../lib/connection/connection.ts'
import { addressOfPicture, pauseBeforeTry, retryPicture } from '../lib/files/picture-tries.ts'
import { schedule } from '../lib/schedule.ts'

interface Picture {
  /** The current address of the picture. */
  src: string
  failed: boolean
  /** The handler for `onError` of the element. */
  fail: () => void
  retry: () => void
}

/**
 * A picture whose loading may fail. A failure triggers a check of the connection, since an element does not report the reason. If the
 * connection is lost, the picture is loaded again when the connection returns. If the server can be reached, the picture is requested again
 * a few times, with pauses.
 */
export function usePicture(url: string): Picture {
  // The address that failed to load. It is compared with the current one, so another picture in the same place is loaded independently.
  const [failed, setFailed] = useState<string>()
  const [, redraw] = useState(0)
  const isFailed = failed === url
  const retry = () => {
    retryPicture(url)
    setFailed(undefined)
    redraw((count) => count + 1)
  }
  useEffect(() => {
    if (!isFailed) return undefined
    let isGone = false
    let callOff: (() => void) | undefined
    const again = () => {
      retryPicture(url)
      setFailed(undefined)
    }
    const askLater = async () => {
      const pause = pauseBeforeTry(url)
      const isThere = await checkConnection()
      if (isThere && !isGone && pause !== undefined) callOff = schedule(again, pause)
    }
    void askLater()
    const ignoreConnection = onConnectionBack(again)
    return () => {
      isGone = true
      callOff?.()
      ignoreConnection()
    }
  }, [isFailed, url])
  return { src: addressOfPicture(url), failed: isFailed, fail: () => setFailed(url), retry }
}
