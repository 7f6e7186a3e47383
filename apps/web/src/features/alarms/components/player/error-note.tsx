import { IconPhotoOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './stage.module.css'

/** Stands in the stage where a picture should be. */
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
