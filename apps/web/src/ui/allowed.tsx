import type { Permission } from '@winnow/contract'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../lib/permissions/permissions.ts'
import css from './allowed.module.css'
import { Hint } from './hint.tsx'

interface AllowedProps {
  permission: Permission
  /** An additional condition, e.g. write permission on this particular site. */
  also?: boolean
  /** What users without the permission see. `hide` (default): nothing. `lock`: a lock with the reason, in place of the control. */
  otherwise?: 'hide' | 'lock'
  reason?: string
  children: ReactNode
}

/** Renders its children only for users with a permission. */
export function Allowed({ permission, also = true, otherwise = 'hide', reason, children }: AllowedProps) {
  const { t } = useTranslation()
  const allowed = useMay(permission) && also
  if (allowed) return children
  if (otherwise === 'hide') return null
  return (
    <Hint label={reason ?? t('noRight')}>
      {/* Focusable, so that the reason can be read without a mouse. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip opens on focus */}
      <span className={css['locked']} tabIndex={0} role="note" aria-label={reason ?? t('noRight')}>
        <IconLock size={14} aria-hidden="true" />
        <span inert className={css['content']}>
          {children}
        </span>
      </span>
    </Hint>
  )
}
