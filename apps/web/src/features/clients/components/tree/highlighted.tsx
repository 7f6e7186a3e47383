import css from './tree.module.css'

/** A text in which the first occurrence of a part is marked, ignoring case. */
export function Highlighted({ text, part }: { text: string; part: string }) {
  const at = part === '' ? -1 : text.toLowerCase().indexOf(part.toLowerCase())
  // Lower case can change the length of a text. Then the position is unknown, and nothing is marked.
  if (at < 0 || text.length !== text.toLowerCase().length) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className={css['mark']}>{text.slice(at, at + part.length)}</mark>
      {text.slice(at + part.length)}
    </>
  )
}
