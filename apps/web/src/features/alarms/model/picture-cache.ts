import { addressOfPicture } from '../../../lib/files/picture-tries.ts'

/** A fetched and decoded picture. Holding it keeps the browser from discarding the pixels. */
export interface LoadedPicture {
  width: number
  height: number
}

type Status = 'queued' | 'loading' | 'ready' | 'failed'

export interface PictureCacheDeps {
  /** Fetches and decodes; rejects when there is no picture at this address. */
  load: (url: string) => Promise<LoadedPicture>
  parallel?: number
  /** Decoded pixels to hold: 64 million at four bytes each are 256 MB. */
  maxPixels?: number
}

/**
 * Prefetches and decodes pictures, so that showing one takes a frame instead of a download. Each step through the list sets the wanted
 * pictures anew. Requests for earlier pictures that have not started are dropped.
 */
export function createPictureCache({ load, parallel = 4, maxPixels = 64_000_000 }: PictureCacheDeps) {
  const ready = new Map<string, LoadedPicture>()
  const loading = new Set<string>()
  const failed = new Set<string>()
  let wanted: string[] = []
  let pixels = 0

  const size = (picture: LoadedPicture) => picture.width * picture.height

  function evict() {
    const protectedUrls = new Set(wanted)
    for (const [url, picture] of ready) {
      if (pixels <= maxPixels) return
      if (protectedUrls.has(url)) continue
      ready.delete(url)
      pixels -= size(picture)
    }
  }

  async function fetchOne(url: string): Promise<void> {
    loading.add(url)
    try {
      const picture = await load(url)
      ready.set(url, picture)
      pixels += size(picture)
      evict()
    } catch {
      failed.add(url)
    }
    loading.delete(url)
    pump()
  }

  function pump() {
    for (const url of wanted) {
      if (loading.size >= parallel) return
      if (!ready.has(url) && !loading.has(url) && !failed.has(url)) void fetchOne(url)
    }
  }

  return {
    /** Sets the pictures that will be needed, the most urgent first. */
    want(urls: readonly string[]) {
      wanted = [...new Set(urls)]
      for (const url of wanted) {
        const picture = ready.get(url)
        if (picture === undefined) continue
        // Moves the picture to the end of the map, because the least recently wanted picture is removed first.
        ready.delete(url)
        ready.set(url, picture)
      }
      pump()
    },
    status(url: string): Status {
      if (ready.has(url)) return 'ready'
      if (failed.has(url)) return 'failed'
      return loading.has(url) ? 'loading' : 'queued'
    },
    /** Retries failed pictures. Called when the connection is back. */
    retryFailed() {
      failed.clear()
      pump()
    },
    heldPixels: () => pixels,
  }
}

/** Loads a picture with the browser's decoder. */
export async function loadPicture(url: string): Promise<LoadedPicture & { image: HTMLImageElement }> {
  const image = new Image()
  image.src = addressOfPicture(url)
  await image.decode()
  return { width: image.naturalWidth, height: image.naturalHeight, image }
}
