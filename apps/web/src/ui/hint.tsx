import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'
import type { KeySpec } from '../lib/commands/keys.ts'
import css from './hint.module.css'
import { Kbd } from './kbd.tsx'

/** A tooltip with the equivalent key. The child must accept a ref. */
export function Hint({
  label,
  keys = [],
  children,
}: {
  label: string
  keys?: readonly KeySpec[]
  children: ReactElement<Record<string, unknown>>
}) {
  return (
    <Tooltip
      label={
        <span className={css['hint']}>
          {label}
          {keys.map((key) => (
            <Kbd key={key} keys={key} />
          ))}
        </span>
      }
      classNames={{ tooltip: css['tooltip'], arrow: css['arrow'] }}
    >
      {children}
    </Tooltip>
  )
}
