import type { SmtpSink } from '@winnow/testkit'

/** Reads the links of mails in order, each mail once. */
export function createMailLinks(sink: SmtpSink): {
  /** The URL below `path` in the next mail that has one. Mails without one are skipped. */
  next(path: string): Promise<URL>
} {
  let read = 0
  return {
    async next(path) {
      for (;;) {
        const mails = await sink.received(read + 1, 30_000)
        const mail = mails[read++]
        // Long lines of a mail are folded with a soft break.
        const text = (mail?.raw.toString('utf8') ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
        const link = /https?:\/\/[^\s"<>]+\?token=[\w-]+/.exec(text)?.[0]
        if (link !== undefined && new URL(link).pathname === path) return new URL(link)
      }
    },
  }
}
