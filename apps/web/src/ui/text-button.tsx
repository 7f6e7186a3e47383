import css from './text-button.module.css'

interface TextButtonProps {
  /** What the button does, for assistive technology. */
  label: string
  /** The visible text. If it is too long for one line, it is truncated, and the tooltip shows all of it. */
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
