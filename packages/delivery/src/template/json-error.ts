const SPACE = /[ \t\n\r]*/y
// eslint-disable-next-line no-control-regex -- JSON forbids exactly these
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y
const PLAIN = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const MAX_DEPTH = 50

/**
 * The index of the first character that makes a text no JSON (RFC 8259); undefined if it is JSON. `JSON.parse` does not always tell the
 * place. It reads each character once, without recursion.
 */
export function jsonErrorAt(text: string): number | undefined {
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  const takes = (char: string): boolean => {
    take(SPACE)
    if (text[at] !== char) return false
    at += 1
    return true
  }
  /** The closing brackets that are still expected, the innermost last. */
  const open: ('}' | ']')[] = []
  const key = (): boolean => (take(SPACE), take(STRING) && takes(':'))
  /** Reads a value, or the beginning of an object or a list that has one. */
  const value = (): 'whole' | 'begun' | 'wrong' => {
    take(SPACE)
    if (take(STRING) || take(PLAIN)) return 'whole'
    const close = text[at] === '{' ? '}' : text[at] === '[' ? ']' : undefined
    if (close === undefined || open.length >= MAX_DEPTH) return 'wrong'
    at += 1
    if (takes(close)) return 'whole'
    open.push(close)
    return close === ']' || key() ? 'begun' : 'wrong'
  }
  for (;;) {
    const read = value()
    if (read === 'wrong') return at
    if (read === 'begun') continue
    for (;;) {
      const close = open.at(-1)
      if (close === undefined) {
        take(SPACE)
        return at === text.length ? undefined : at
      }
      if (takes(close)) open.pop()
      else if (takes(',')) {
        if (close === '}' && !key()) return at
        break
      } else return at
    }
  }
}
