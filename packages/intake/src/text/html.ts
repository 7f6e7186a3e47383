const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const BREAKING = new Set(['br', 'p', '/p', 'div', '/div', 'tr', '/tr', 'li', 'h1', 'h2', 'h3', '/table'])
const HIDDEN = new Set(['style', 'script', 'head', 'title'])

/**
 * The text of an HTML body, with its lines but without tags, styles and scripts. It makes one pass over the input, so that a body that
 * consists of `<` only costs no more time than any other body.
 */
export function htmlToText(html: string): string {
  let out = ''
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) break
    const close = html.indexOf('>', open)
    if (close < 0) break
    out += html.slice(at, open).replace(/\s+/g, ' ')
    const tag = tagName(html, open + 1)
    at = close + 1
    if (html.startsWith('!--', open + 1)) at = after(html, '-->', open)
    else if (HIDDEN.has(tag)) at = after(html, `</${tag}`, close)
    else if (BREAKING.has(tag)) out += '\n'
    else if (tag === 'td' || tag === 'th') out += ' '
  }
  return decodeEntities(out + html.slice(at))
}

function tagName(html: string, at: number): string {
  return /^\/?[a-z0-9]*/i.exec(html.slice(at, at + 12))?.[0].toLowerCase() ?? ''
}

/** The position after `mark`; the end of the text if it does not occur. */
function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  if (found < 0) return html.length
  const close = html.indexOf('>', found)
  return close < 0 ? html.length : close + 1
}

function decodeEntities(text: string): string {
  return text.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
