// What XML 1.0 does not allow, even escaped. Line breaks become blanks, because stations show one line.
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]+/gu
const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** A text inside an element, at most `max` characters of it. Everything but ASCII is written as a number, so no charset can spoil it. */
export function xmlText(text: string, max: number): string {
  return Array.from(text.replaceAll(FORBIDDEN, ' ').replaceAll(/ {2,}/g, ' ').trim())
    .slice(0, max)
    .map((char) => NAMED[char] ?? (char <= '~' ? char : `&#${char.codePointAt(0)};`))
    .join('')
}
