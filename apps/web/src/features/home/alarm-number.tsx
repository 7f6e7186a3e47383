import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListOf } from './alarm-links.ts'

interface AlarmNumberProps {
  list: ListOf
  /** What the number counts, for assistive technology, where the text beside it does not say so. */
  label?: string
  children: ReactNode
}

/** A number of alarms, as a link to exactly these alarms. */
export function AlarmNumber({ list, label, children }: AlarmNumberProps) {
  return (
    <Link to="/cams/alarms/{-$id}" params={{ id: undefined }} search={list} aria-label={label}>
      {children}
    </Link>
  )
}
