/** An address of a stream, and the login that stood in it. */
export interface SplitStreamUrl {
  url: string
  /** Undefined if the address holds no login. */
  login: { username: string; password: string } | undefined
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Takes the login out of an address, as manuals and other programs write it: `rtsp://user:password@host/path`. */
export function splitStreamUrl(text: string): SplitStreamUrl {
  const trimmed = text.trim()
  const found = /^(rtsp:\/\/)([^/?#]*)@(.*)$/i.exec(trimmed)
  if (!found) return { url: text, login: undefined }
  const [, scheme = '', login = '', rest = ''] = found
  const colon = login.indexOf(':')
  const username = colon < 0 ? login : login.slice(0, colon)
  const password = colon < 0 ? '' : login.slice(colon + 1)
  return { url: scheme + rest, login: { username: decoded(username), password: decoded(password) } }
}

/** The host of an address, in lower case; empty if it has none. */
export const hostOfStream = (url: string): string =>
  URL.canParse(url.trim()) ? new URL(url.trim()).hostname.toLowerCase() : ''
