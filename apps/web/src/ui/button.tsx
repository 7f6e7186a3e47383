import {
  ActionIcon,
  type ActionIconProps,
  Button as MantineButton,
  type ButtonProps as MantineProps,
} from '@mantine/core'
import { type ButtonHTMLAttributes, forwardRef, type ReactNode } from 'react'
import { Hint } from './hint.tsx'
import type { KeySpec } from '../lib/commands/keys.ts'

/** The only looks of a button. Add another one only for a good reason. */
const VARIANTS = {
  primary: { variant: 'filled', color: 'blue' },
  secondary: { variant: 'default' },
  danger: { variant: 'filled', color: 'red' },
  subtle: { variant: 'subtle', color: 'blue' },
} as const

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'color' | 'style'>

export interface ButtonProps
  extends Native, Pick<MantineProps, 'loading' | 'leftSection' | 'rightSection' | 'fullWidth' | 'size'> {
  look?: keyof typeof VARIANTS
  children: ReactNode
}

/** A button with a text. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { look = 'secondary', ...props },
  ref,
) {
  return <MantineButton ref={ref} type="button" {...VARIANTS[look]} {...props} />
})

export interface IconButtonProps extends Native, Pick<ActionIconProps, 'loading' | 'size'> {
  /** What the button does, for the tooltip and assistive technology. */
  label: string
  /** Keys of the equivalent command, for the tooltip. */
  keys?: readonly KeySpec[]
  active?: boolean
  children: ReactNode
}

/** A button with only an icon. Its label and key show in the tooltip. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { label, keys, active, ...props },
  ref,
) {
  return (
    <Hint label={label} {...(keys ? { keys } : {})}>
      <ActionIcon
        ref={ref}
        type="button"
        aria-label={label}
        variant={active ? 'light' : 'subtle'}
        color={active ? 'blue' : 'gray'}
        {...props}
      />
    </Hint>
  )
})
