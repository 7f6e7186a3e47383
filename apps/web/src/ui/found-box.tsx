import css from './found-box.module.css'
import './picture.css'

const percent = (share: number) => `${share * 100}%`

interface FoundBoxProps {
  /** Shares of the picture's width and height. */
  box: { x: number; y: number; width: number; height: number }
  /** The class of what was found, which chooses the colour. */
  of: string
  label: string
  /** Why it does not support the alarm. */
  doubt?: string | null
}

/** A labelled box on a picture that fills its container. Readers of screens get what was found from elsewhere. */
export function FoundBox({ box, of, label, doubt }: FoundBoxProps) {
  return (
    <span
      className={css['box']}
      data-class={of}
      data-doubted={doubt ?? undefined}
      aria-hidden="true"
      style={{
        left: percent(box.x),
        top: percent(box.y),
        width: percent(box.width),
        height: percent(box.height),
      }}
    >
      <span className={css['label']} data-inside={box.y < 0.06 || undefined}>
        {label}
      </span>
    </span>
  )
}
