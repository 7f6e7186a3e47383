import { CopyButton } from '../../../ui/copy-button.tsx'
import css from './panes/pane.module.css'

/** A value to type into a device, with a button that copies it. Stands in a `dl`. */
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
