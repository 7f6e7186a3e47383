import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'
import css from './drop-area.module.css'
import { useFileDrop } from './use-file-drop.tsx'

interface DropAreaProps {
  icon: ReactNode
  /** What can be dropped here. */
  text: string
  /** Label of the equivalent button, for the keyboard. */
  choose: string
  look?: ComponentProps<typeof Button>['look']
  /** As in the `accept` attribute of a file input. */
  accept: string
  multiple?: boolean
  /** Whether no file is accepted now. */
  disabled?: boolean
  onFiles: (files: File[]) => void
}

/** Accepts files, dropped or chosen. */
export function DropArea({ icon, text, choose, look, accept, multiple, disabled, onFiles }: DropAreaProps) {
  const drop = useFileDrop({ label: choose, accept, multiple, disabled, onFiles })
  return (
    <div className={css['area']} {...drop.target}>
      {icon}
      <p>{text}</p>
      {drop.input}
      <Button {...(look ? { look } : {})} disabled={disabled} onClick={drop.choose}>
        {choose}
      </Button>
    </div>
  )
}
