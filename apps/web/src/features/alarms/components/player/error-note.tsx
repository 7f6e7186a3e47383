import { IconPhotoOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './stage.module.css'

/** Shown in place of a picture that cannot be shown. */
export function ErrorNote({ title, body, children }: { title: string; body?: string; children?: ReactNode }) {
  return (
    <div className={css['note']} role="status">
      <IconPhotoOff size={32} stroke={1.5} aria-hidden="true" />
      <strong>{title}</strong>
      {body && <p>{body}</p>}
      {children}
    </div>
  )
}
