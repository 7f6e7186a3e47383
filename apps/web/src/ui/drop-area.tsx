import { type ComponentProps, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import css from './drop-area.module.css'

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
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const onDrag = (event: DragEvent) => {
    // Also while the area is disabled: otherwise the browser would leave the page and open the file.
    event.preventDefault()
    setOver(!disabled && (event.type === 'dragenter' || event.type === 'dragover'))
  }
  const take = (files: FileList | null) => {
    if (!disabled && files && files.length > 0) onFiles([...files])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button inside does the same by keyboard
    <div
      className={css['area']}
      data-over={over || undefined}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={(event) => {
        onDrag(event)
        take(event.dataTransfer.files)
      }}
    >
      {icon}
      <p>{text}</p>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        className="wn-visually-hidden"
        accept={accept}
        tabIndex={-1}
        aria-label={choose}
        onChange={(event) => {
          take(event.currentTarget.files)
          // Reset, so that the same files can be chosen again.
          event.currentTarget.value = ''
        }}
      />
      <Button {...(look ? { look } : {})} disabled={disabled} onClick={() => input.current?.click()}>
        {choose}
      </Button>
    </div>
  )
}
