import { CopyButton } from '../../../ui/copy-button.tsx'
import css from './panes/pane.module.css'

/** A value to enter in a device, with a copy button. Use it in a `dl`. */
export function CopyValue({
  label,
  value,
  note,
  copyable = true,
}: {
  label: string
  value: string
  note?: string
  copyable?: boolean
}) {
  return (
    <div className={css['value']}>
      <dt>{label}</dt>
      <dd>
        {copyable ? <code>{value}</code> : <span>{value}</span>}
        {copyable && <CopyButton value={value} label={label} iconOnly />}
        {note && <small className={css['faint']}>{note}</small>}
      </dd>
    </div>
  )
}
