import { vi } from 'vitest'

/** A started upload, whose progress and response the test sets. */
export interface Upload {
  url: string
  type: string | undefined
  file: unknown
  aborted: boolean
  progress: (share: number) => void
  answer: (status: number, body: unknown) => void
  fail: () => void
}

/** Replaces the browser's API for uploads with progress until the test ends. Returns the started uploads, the newest last. */
export function fakeUploads(): Upload[] {
  const uploads: Upload[] = []
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget()
    status = 0
    responseText = ''
    readonly #headers = new Map<string, string>()
    #url = ''
    #own: Upload | undefined
    open(_method: string, url: string) {
      this.#url = url
    }
    setRequestHeader(name: string, value: string) {
      this.#headers.set(name.toLowerCase(), value)
    }
    getResponseHeader() {
      return null
    }
    send(file: unknown) {
      const say = (target: EventTarget, event: Event) => void target.dispatchEvent(event)
      this.#own = {
        url: this.#url,
        type: this.#headers.get('content-type'),
        file,
        aborted: false,
        progress: (share) =>
          say(this.upload, new ProgressEvent('progress', { lengthComputable: true, loaded: share * 100, total: 100 })),
        answer: (status, body) => {
          this.status = status
          this.responseText = JSON.stringify(body)
          say(this, new Event('load'))
        },
        fail: () => say(this, new Event('error')),
      }
      uploads.push(this.#own)
    }
    abort() {
      if (this.#own) this.#own.aborted = true
      this.dispatchEvent(new Event('abort'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return uploads
}
