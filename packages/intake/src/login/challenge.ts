/** One way to log in that a device offers in `WWW-Authenticate`. Scheme and names of parameters are in lower case. */
export interface Challenge {
  scheme: string
  params: ReadonlyMap<string, string>
}

const MAX_HEADER = 8_192
const MAX_TOKENS = 64
const TOKEN = /[\s,]*([A-Za-z0-9!#$%&'*+.^_`|~/-]+)(?:\s*(=)\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?/y

/**
 * Reads the challenges of one or several `WWW-Authenticate` headers (RFC 9110, 11.6.1). What is no challenge ends the reading; a device's
 * header never makes it fail.
 */
export function parseChallenges(headers: string | readonly string[] | undefined): Challenge[] {
  const lines = headers === undefined ? [] : typeof headers === 'string' ? [headers] : headers
  return lines.slice(0, 8).flatMap((line) => readLine(line.slice(0, MAX_HEADER)))
}

function readLine(line: string): Challenge[] {
  const found: { scheme: string; params: Map<string, string> }[] = []
  TOKEN.lastIndex = 0
  for (let n = 0; n < MAX_TOKENS; n++) {
    const match = TOKEN.exec(line)
    if (!match) break
    const [, name = '', equals, quoted, plain = ''] = match
    if (equals === undefined) found.push({ scheme: name.toLowerCase(), params: new Map() })
    else found.at(-1)?.params.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? plain)
  }
  return found
}
