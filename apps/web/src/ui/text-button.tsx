import css from './text-button.module.css'

interface TextButtonProps {
  /** What it does, for assistive technology. */
  label: string
  /** Truncated if too long for a line; the tooltip has it all. */
  text: string
  onClick: () => void
}

/** A name in a list that opens the named object. */
export function TextButton({ label, text, onClick }: TextButtonProps) {
  return (
    <button type="button" title={text} className={css['button']} aria-label={label} onClick={onClick}>
      {text}
    </button>
  )
}
