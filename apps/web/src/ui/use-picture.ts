import { useEffect, useState } from 'react'
import { checkConnection } from '../lib/connection/check-connection.ts'
import { onConnectionBack } from '../lib/connection/connection.ts'
import { addressOfPicture, retryPicture } from '../lib/files/picture-tries.ts'

interface Picture {
  /** Where it is asked for just now. */
  src: string
  failed: boolean
  /** For `onError` of its element. */
  fail: () => void
  retry: () => void
}

/**
 * A picture that may fail to come. One that failed is asked for anew once a lost connection is back; whether it is lost is looked at
 * when the picture fails, for an element does not say why it did.
 */
export function usePicture(url: string): Picture {
  // Which picture failed: another one in the same place has a chance of its own.
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
    void checkConnection()
    return onConnectionBack(() => {
      retryPicture(url)
      setFailed(undefined)
    })
  }, [isFailed, url])
  return { src: addressOfPicture(url), failed: isFailed, fail: () => setFailed(url), retry }
}
