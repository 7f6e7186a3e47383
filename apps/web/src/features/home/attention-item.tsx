import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './home.module.css'

interface ItemProps {
  icon: TablerIcon
  children: ReactNode
  action?: ReactNode
  /** Whether it must not be missed. */
  isLoud?: boolean
}

/** A problem, with what can be done about it. */
export function Item({ icon: Icon, children, action, isLoud = false }: ItemProps) {
  return (
    <li className={css['item']} data-loud={isLoud || undefined}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span className={css['itemText']}>{children}</span>
      {action}
    </li>
  )
}
