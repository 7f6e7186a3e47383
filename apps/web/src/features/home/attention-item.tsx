import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './home.module.css'

/** A problem, with what can be done about it. */
export function Item({ icon: Icon, children, action }: { icon: TablerIcon; children: ReactNode; action?: ReactNode }) {
  return (
    <li className={css['item']}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span className={css['itemText']}>{children}</span>
      {action}
    </li>
  )
}
