import css from './text-button.module.css'

interface TextButtonProps {
  /** What it does, for assistive technology. */
  label: string
  /** Cut where it is too long for a line; whole in its tooltip. */
  text: string
  onClick: () => void
}

/** A name in a list that opens what it names. */
export function TextButton({ label, text, onClick }: TextButtonProps) {
  return (
    <button type="button" title={text} className={css['button']} aria-label={label} onClick={onClick}>
      {text}
    </button>
  )
}
