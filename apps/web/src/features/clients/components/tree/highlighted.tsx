import css from './tree.module.css'

/** A text with the first place marked where a part of it stands, whatever its case. */
export function Highlighted({ text, part }: { text: string; part: string }) {
  const at = part === '' ? -1 : text.toLowerCase().indexOf(part.toLowerCase())
  // Folding a letter can change its length; then the place is not known.
  if (at < 0 || text.length !== text.toLowerCase().length) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className={css['mark']}>{text.slice(at, at + part.length)}</mark>
      {text.slice(at + part.length)}
    </>
  )
}
